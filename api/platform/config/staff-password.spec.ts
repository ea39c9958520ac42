import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withStaffPassword } from './staff-password.js';

let cwd: string;
let file: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(os.tmpdir(), 'staff-password-'));
  file = path.join(cwd, 'var/staff-password');
});
afterEach(() => rm(cwd, { recursive: true }));

describe('withStaffPassword', () => {
  it('makes a password once and keeps it for its owner alone', async () => {
    const { STAFF_PASSWORD } = await withStaffPassword({}, cwd);
    expect(STAFF_PASSWORD).toMatch(/^[\w-]{32}$/);
    expect(await readFile(file, 'utf8')).toBe(`${STAFF_PASSWORD}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await withStaffPassword({}, cwd)).toEqual({ STAFF_PASSWORD });
  });

  it('agrees on one among processes that start at once', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => withStaffPassword({}, cwd)));
    expect(new Set(found.map((environment) => environment.STAFF_PASSWORD)).size).toBe(1);
  });

  it('leaves a password that is set, production, and a site with accounts alone', async () => {
    const set = { STAFF_PASSWORD: 'mine', STATE_DIR: 'state' };
    expect(await withStaffPassword(set, cwd)).toBe(set);
    const production = { NODE_ENV: 'production' };
    expect(await withStaffPassword(production, cwd)).toBe(production);
    const accounts = { STAFF_ACCOUNTS: '1' };
    expect(await withStaffPassword(accounts, cwd)).toBe(accounts);
    await expect(stat(path.dirname(file))).rejects.toThrow('ENOENT');
  });

  it('refuses an empty file', async () => {
    await withStaffPassword({}, cwd);
    await writeFile(file, '\n');
    await expect(withStaffPassword({}, cwd)).rejects.toThrow(`${file} is empty`);
  });
});
