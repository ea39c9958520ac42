import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { emailKey } from '../../../contract/people/email-key.js';
import { createTestDatabase } from '../../../testing/test-database.js';
import { dataSourceOptions } from '../data-source.js';
import { MailboxKeys1700000000101 } from './1700000000101-mailbox-keys.js';

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

describe('the keys of e-mails that were registered before', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataSource: DataSource;
  let said: string[];
  beforeEach(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.connection)).initialize();
    said = [];
    Logger.overrideLogger({ log: () => undefined, error: () => undefined, warn: (line: string) => said.push(line) });
  });
  afterEach(async () => {
    Logger.overrideLogger(['log', 'warn', 'error', 'fatal', 'verbose', 'debug']);
    await dataSource.destroy();
    await database.drop();
  });

  async function migrate(direction: 'up' | 'down' = 'up'): Promise<void> {
    const runner = dataSource.createQueryRunner();
    try {
      await new MailboxKeys1700000000101()[direction](runner);
    } finally {
      await runner.release();
    }
  }
  const register = (number: number, email: string, key: string) =>
    dataSource.query(
      `INSERT INTO participant (id, first_name, last_name, email, email_key, user_name, created_at)
       VALUES ($1, 'Anna', 'Example', $2, $3, $1::uuid::text, now() + $4 * interval '1 s')`,
      [id(number), email, key, number],
    );
  const keys = async () => {
    const rows = await dataSource.query<{ key: string }[]>('SELECT email_key AS key FROM participant ORDER BY id');
    return rows.map(({ key }) => key);
  };

  it('name the mailbox of each, and a look-alike gives up what was not its own', async () => {
    const emails = ['someone@gmaıl.com', 'Anna@Example.org', 'strauß@example.org'];
    await register(1, emails[0]!, 'someone@gmail.com');
    await register(2, emails[1]!, 'anna@example.org');
    await register(3, emails[2]!, 'strauss@example.org');
    await dataSource.query(
      `INSERT INTO upload_session (id, audience, filename, mime_type, total_size, total_chunks, details, created_at)
       VALUES ($1, 'public', 'a', 'image/png', 1, 1, $2, now())`,
      [id(9), { submitterEmail: emails[0], submitterEmailKey: 'someone@gmail.com', description: '' }],
    );
    await migrate();
    expect(await keys()).toEqual(emails.map(emailKey));
    expect(await dataSource.query('SELECT details FROM upload_session')).toEqual([
      { details: { submitterEmail: emails[0], submitterEmailKey: 'someone@xn--gmal-nza.com', description: '' } },
    ]);
    expect(said).toEqual([]);
    await migrate('down');
    expect(await keys()).toEqual(['someone@gmail.com', 'anna@example.org', 'strauss@example.org']);
  });

  it('are reported by ids alone where two people have one mailbox, and neither is lost', async () => {
    await register(1, 'anna@bücher.example', 'anna@bücher.example');
    await register(2, 'ANNA@xn--bcher-kva.example', 'anna@xn--bcher-kva.example');
    await migrate();
    expect(await keys()).toEqual(['anna@xn--bcher-kva.example', `anna@xn--bcher-kva.example ${id(2)}`]);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(id(1));
    expect(said[0]).toContain(id(2));
    expect(said[0]).not.toContain('@');
    await migrate();
    expect(said).toHaveLength(2);
    expect(await dataSource.query('SELECT count(*)::int FROM participant')).toEqual([{ count: 2 }]);
  });
});
