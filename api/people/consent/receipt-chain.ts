import { createHash } from 'node:crypto';
import type { ConsentReceipt } from './receipt.entity.js';

type Unhashed = Omit<ConsentReceipt, 'hash'>;

/** What the first receipt follows. */
export const CHAIN_START = Buffer.alloc(32);

/** SHA-256 of words, as they were shown. */
export function hashOfWords(words: string): Buffer {
  return createHash('sha256').update(words).digest();
}

/**
 * The hash of a receipt: SHA-256 over its fields as JSON, in this order, with the keys of `details` sorted and the times in
 * milliseconds. What is written here never changes, or no earlier receipt verifies any more.
 */
export function hashOfReceipt(receipt: Unhashed): Buffer {
  const { number, id, subjectKey, kind, actor, producerName, method, wordingVersion, details, at } = receipt;
  const fields = [
    hex(receipt.previousHash),
    number,
    id,
    subjectKey,
    kind,
    actor,
    producerName,
    method,
    wordingVersion,
    hex(receipt.wordingHash),
    hex(receipt.cutHash),
    sortedEntries(details),
    at.toISOString(),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/** What is wrong with `receipt`, given the one before it; null when it is as it was written. */
export function findFlaw(receipt: ConsentReceipt, previous: Pick<ConsentReceipt, 'number' | 'hash'>): string | null {
  if (receipt.number !== previous.number + 1) return `follows receipt ${previous.number}: some are missing between`;
  if (!receipt.previousHash.equals(previous.hash)) return 'does not follow the one before it';
  if (!receipt.hash.equals(hashOfReceipt(receipt))) return 'was altered';
  return null;
}

function sortedEntries(details: ConsentReceipt['details']): unknown[] {
  return Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function hex(bytes: Buffer | null): string | null {
  return bytes && bytes.toString('hex');
}
