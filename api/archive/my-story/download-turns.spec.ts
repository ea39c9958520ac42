import { createTestDatabase } from '../../testing/test-database.js';
import { DatabaseLine } from '../../testing/database-line.js';
import { DownloadTurnsRepository } from './download-turns.repository.js';

describe('the turns of downloads', () => {
  let line: DatabaseLine;
  let turns: DownloadTurnsRepository;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await createTestDatabase();
    ({ drop } = database);
    line = new DatabaseLine(database.connection);
    await line.mend();
    turns = new DownloadTurnsRepository(line.connection);
  });
  afterEach(async () => {
    await line.cut();
    await drop();
  });

  it('are given again once the database is back, while a download from before goes on', async () => {
    const giveBack = await turns.take('before');
    await line.cut();
    // The first tells that the connection is gone, the second finds no other.
    for (let i = 0; i < 2; i++) await expect(turns.take('meanwhile')).rejects.toThrow(/connect|EPIPE|ECONNRESET/i);
    await line.mend();
    for (const person of ['meanwhile', 'after']) expect(await turns.take(person)).not.toBeNull();
    expect(await turns.take('before')).toBeNull();
    await giveBack!();
    expect(await turns.take('before')).not.toBeNull();
  });
});
