import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright';
import { launchOptions } from '../lib/browser.ts';
import { ROOT } from '../lib/root.mjs';
import { freePort } from '../lib/free-port.mjs';
import { STAFF_PASSWORD } from './product.ts';
import { seconds, show } from './report.ts';

const run = promisify(execFile);
const START_SECONDS = 120;
/** The watcher of a fresh start. */
const SETTLE_MS = 2_000;
const TYPED = 'Anna';

/** One change of a source, until the open page shows it. */
interface Saved {
  what: string;
  file: string;
  from: string;
  to: string;
  isSeen: (page: Page) => Promise<boolean>;
  atMostSeconds: number;
  /** What was typed before is still there. */
  keepsState: boolean;
}

const CHANGES: Saved[] = [
  {
    what: 'a component',
    file: 'app/landing/start-interview.tsx',
    from: '<div className="grid gap-2">',
    to: '<div className="grid gap-2" data-saved="">',
    isSeen: async (page) => (await page.locator('[data-saved]').count()) === 1,
    atMostSeconds: 1,
    keepsState: true,
  },
  {
    what: 'a style',
    file: 'site/styles/global.css',
    from: '@import',
    to: ':root { --saved: 1 }\n@import',
    isSeen: (page) => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--saved') !== ''"),
    atMostSeconds: 1,
    keepsState: true,
  },
  {
    what: 'a page',
    file: 'site/components/landing/Steps.astro',
    from: 'How a story is told',
    to: 'How a story is told now',
    isSeen: (page) => page.getByText('How a story is told now').isVisible(),
    atMostSeconds: 3,
    keepsState: false,
  },
  {
    what: 'the server',
    file: 'api/platform/http/security-headers.ts',
    from: `'xr-spatial-tracking': '()'`,
    to: `'xr-spatial-tracking': '(self)'`,
    isSeen: async (page) => {
      const { headers } = await fetch(new URL('/api/health', page.url()));
      return headers.get('permissions-policy')?.includes('xr-spatial-tracking=(self)') ?? false;
    },
    atMostSeconds: 5,
    keepsState: false,
  },
];

/** `npm run dev` in a copy of the sources: a file that is saved, until it is seen. */
export async function measureDev(): Promise<void> {
  await mkdir(path.join(ROOT, 'dist'), { recursive: true });
  const copy = await mkdtemp(path.join(ROOT, 'dist', 'dev-'));
  const browser = await chromium.launch(launchOptions);
  let server: ReturnType<typeof spawn> | undefined;
  try {
    await copySources(copy);
    const port = await freePort();
    server = spawn(process.execPath, ['scripts/dev/dev.mjs'], {
      cwd: copy,
      env: { ...process.env, PORT: String(port), STATE_DIR: path.join(copy, 'var'), STAFF_PASSWORD },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const page = await browser.newPage();
    await openStart(page, `http://localhost:${port}`);
    for (const change of CHANGES) await measureChange(page, copy, change);
  } finally {
    await browser.close();
    if (server?.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(copy, { recursive: true, force: true });
  }
}

/** With what was installed as links, as far as Git knows the rest. */
async function copySources(to: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 * 1024,
  });
  for (const file of stdout.split('\0').filter(Boolean)) {
    await cp(path.join(ROOT, file), path.join(to, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await run('cp', ['-al', path.join(ROOT, 'node_modules'), path.join(to, 'node_modules')]);
}

async function openStart(page: Page, url: string): Promise<void> {
  const until = performance.now() + START_SECONDS * 1000;
  const field = page.getByLabel('First name');
  // Until the server is there, and what pages need of the packages is bundled.
  while (!(await field.isVisible())) {
    if (performance.now() > until) throw new Error('npm run dev serves nothing.');
    await page.goto(`${url}/#get-started`).catch(() => undefined);
    await field.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  await wait(SETTLE_MS);
}

async function measureChange(page: Page, folder: string, change: Saved): Promise<void> {
  const place = path.join(folder, change.file);
  const before = await readFile(place, 'utf8');
  if (!before.includes(change.from)) throw new Error(`${change.file} has no ${change.from}.`);
  if (change.keepsState) await page.getByLabel('First name').fill(TYPED);
  const startedAt = performance.now();
  await writeFile(place, before.replace(change.from, change.to));
  while (!(await change.isSeen(page).catch(() => false))) {
    if (performance.now() - startedAt > START_SECONDS * 1000) throw new Error(`${change.what} is never seen.`);
    await wait(10);
  }
  const took = (performance.now() - startedAt) / 1000;
  if (change.keepsState && (await page.getByLabel('First name').inputValue()) !== TYPED) {
    throw new Error(`${change.what}: what was typed is lost.`);
  }
  show({
    what: `npm run dev: ${change.what} that is saved, until it is seen, in seconds`,
    ours: seconds(took),
    peer: 'none',
    ratio: took,
    goal: { atMost: change.atMostSeconds },
  });
}
