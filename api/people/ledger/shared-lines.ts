import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { S3Bucket } from '../../media/store/s3-bucket.js';
import { LEDGER_IN_BUCKET } from '../../media/store/s3-media-store.js';

const AT_ONCE = 16;

/** Lines of the ledger that servers with disks of their own have in common: an object each, named after what it says. */
export class SharedLines {
  constructor(private readonly bucket: S3Bucket) {}

  /** When it resolves, every server will find it. */
  async add(line: string): Promise<void> {
    await this.bucket.putBytes(nameOf(line), Buffer.from(line));
  }

  /** Shares what is known here alone; returns what is not known here. */
  async exchange(known: string[]): Promise<string[]> {
    const here = new Map(known.map((line) => [nameOf(line), line]));
    const there: string[] = [];
    for await (const { key } of this.bucket.list(LEDGER_IN_BUCKET)) {
      if (!here.delete(key)) there.push(key);
    }
    await inTurns([...here.values()], (line) => this.add(line));
    return inTurns(there, async (key) => (await buffer(await this.bucket.open(key))).toString('utf8'));
  }
}

function nameOf(line: string): string {
  return `${LEDGER_IN_BUCKET}${createHash('sha256').update(line).digest('hex')}`;
}

async function inTurns<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}
