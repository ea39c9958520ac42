import { appendFileSync } from 'node:fs';
import pg from 'pg';

/**
 * With RECORD_STATEMENTS=FILE specs write down each statement that the product itself sends, once, a line of JSON each:
 * what a release asks of its schema. See `releases.spec.ts` in operations/backup.
 */
const file = process.env['RECORD_STATEMENTS']!;
const seen = new Set<string>();
/** A request reaches the product through a socket, so what a spec asks itself has the spec in its stack. */
const OF_SPECS = /\.spec\.ts|\/testing\/(?!record-statements)/;

type Query = (this: pg.Client, ...call: unknown[]) => unknown;
const query = pg.Client.prototype.query as Query;

Error.stackTraceLimit = 100;
Object.assign(pg.Client.prototype, {
  query: function (this: pg.Client, ...call: unknown[]) {
    const [asked] = call;
    const text = typeof asked === 'string' ? asked : (asked as { text?: string } | undefined)?.text;
    if (text && !seen.has(text) && !OF_SPECS.test(new Error('Who asks').stack ?? '')) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return query.apply(this, call);
  } satisfies Query,
});
