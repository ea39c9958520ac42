import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { S3Bucket } from '../../media/store/s3-bucket.js';
import { UPLOADS_IN_BUCKET } from '../../media/store/s3-media-store.js';
import type { S3Place } from '../../platform/config/s3-place.js';
import type { Examination } from './examine.js';

/** Beyond that, whoever uploads or watches waits. */
const SLOW_MS = 2_000;
const PROBE_BYTES = 64 * 1024;
const HOME_TIMEOUT_MS = 10_000;

interface KnownObject {
  place: string;
  key: string;
  hash: string | null;
  etag: string | null;
}

/** Whether the bucket of media keeps what it is given, gives it back as it was, and does so soon. */
export const mediaBucket: Examination = async ({ config: { mediaPlace, s3 } }, report) => {
  if (!mediaPlace) return;
  const bucket = new S3Bucket(mediaPlace, s3);
  const begun = performance.now();
  const bytes = randomBytes(PROBE_BYTES);
  // Where an upload would be: should this end midway, it goes as one that nobody finished.
  const key = `${UPLOADS_IN_BUCKET}${randomUUID()}/probe`;
  await bucket.putBytes(key, bytes);
  const kept = await buffer(await bucket.open(key));
  await bucket.remove(key);
  if (!kept.equals(bytes)) report({ severity: 'wrong', text: 'It does not give back what it was given.' });
  const seconds = (performance.now() - begun) / 1_000;
  if (seconds * 1_000 > SLOW_MS) {
    report({
      severity: 'wrong',
      text: `It needs ${seconds.toFixed(1)} s to keep, give back and remove ${PROBE_BYTES} bytes.`,
    });
  }
};

/** Whether the bucket of the public site holds what was left there, and nothing else, and is what visitors find. */
export const siteBucket: Examination = async ({ config: { sitePlace, siteUrl, s3 }, query }, report) => {
  if (!sitePlace) return;
  const wrong = (text: string) => report({ severity: 'wrong', text, canBeMended: true });
  const bucket = new S3Bucket(sitePlace, s3);
  const before = await knownObjects(query, sitePlace);
  const there = new Map<string, string>();
  for await (const { key, etag } of bucket.list()) there.set(key, etag);
  const hidden = await bucket.listHidden();
  const after = await knownObjects(query, sitePlace);
  for (const key of new Set([...before.keys(), ...after.keys(), ...there.keys(), ...hidden])) {
    const known = after.get(key);
    // Somebody publishes just now.
    if (known?.etag !== before.get(key)?.etag || (known && known.hash === null)) continue;
    if (!known) wrong(`${key} is there, and belongs to nothing that is public.`);
    else if (!there.has(key)) wrong(`${key} is missing.`);
    else if (there.get(key) !== known.etag) wrong(`${key} is not as it was published.`);
    else if (hidden.has(key)) wrong(`${key} still has earlier versions.`);
  }
  const unsettled = [...after.values()].filter(({ hash }) => hash === null).length;
  if (unsettled > 0) report({ severity: 'notice', text: `${unsettled} objects are being written, or were left so.` });
  await lookAtRobots(bucket, siteUrl, report);
};

/** One file that every site has, as a visitor finds it. */
async function lookAtRobots(bucket: S3Bucket, siteUrl: string, report: Parameters<Examination>[1]): Promise<void> {
  const key = 'robots.txt';
  const held = await bucket.open(key).then(buffer);
  const response = await fetch(`${siteUrl}/${key}`, { signal: AbortSignal.timeout(HOME_TIMEOUT_MS) });
  const found = Buffer.from(await response.arrayBuffer());
  if (response.ok && sha256(found) === sha256(held)) return;
  report({ severity: 'wrong', text: `${siteUrl}/${key} is not what the bucket holds (status ${response.status}).` });
}

async function knownObjects(query: Parameters<Examination>[0]['query'], { bucket, prefix }: S3Place) {
  const rows = await query<KnownObject>('SELECT place, key, hash, etag FROM site_object');
  return new Map(rows.filter(({ place }) => place === `${bucket}/${prefix}`).map((row) => [row.key, row]));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
