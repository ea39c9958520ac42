import { createHash, hash } from 'node:crypto';

/** Half of SHA-256 is still far beyond any accidental clash, and keeps manifest, ETags and addresses short. */
const HASH_CHARACTERS = 32;

/** Hash of bytes in lower-case hex: it is also part of addresses, and some file systems know no case. */
export function contentHash(...parts: (string | Buffer)[]): string {
  const [whole = ''] = parts;
  return (parts.length > 1 ? hashOfAll(parts) : hash('sha256', whole, 'hex')).slice(0, HASH_CHARACTERS);
}

/** Its object costs more than the hash of a short text, and planning needs that of ten thousands. */
function hashOfAll(parts: (string | Buffer)[]): string {
  const all = createHash('sha256');
  for (const part of parts) all.update(part);
  return all.digest('hex');
}

/** Hash of values: the same for equal values, whatever characters they hold. */
export function valueHash(...values: unknown[]): string {
  return contentHash(JSON.stringify(values));
}
