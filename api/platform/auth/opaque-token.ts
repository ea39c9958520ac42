import { createHash, createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A fresh 256-bit secret, spelled so that a cookie or a link carries it as it is. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What the database keeps of a token: its SHA-256, keyed with `secret` where a changed secret must void every token. */
export function hashToken(token: string, secret?: string): Buffer {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  return hash.update(token).digest();
}
