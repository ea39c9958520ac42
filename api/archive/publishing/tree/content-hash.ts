import { hash } from 'node:crypto';

/** Half of SHA-256 is still far beyond any accidental clash, and keeps manifest, ETags and addresses short. */
const HASH_CHARACTERS = 32;

/** Hash of bytes in lower-case hex: it is also part of addresses, and some file systems know no case. */
export function contentHash(bytes: string | Buffer): string {
  return hash('sha256', bytes, 'hex').slice(0, HASH_CHARACTERS);
}

/** Hash of values: the same for equal values, whatever characters they hold. */
export function valueHash(...values: unknown[]): string {
  return contentHash(JSON.stringify(values));
}
