import type { Page } from 'playwright/test';
import { expect } from './journey-test.ts';

/** What this browser keeps of recordings: how many, and all their pieces in order. */
export interface KeptBytes {
  takes: number;
  /** How many of them have their last piece. */
  whole: number;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export const NOTHING_KEPT: KeptBytes = {
  takes: 0,
  whole: 0,
  bytes: 0,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** Looks into the page's IndexedDB, past the code that writes it. */
export function readKeptBytes(page: Page): Promise<KeptBytes> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('interview-takes');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const transaction = opening.result.transaction(['takes', 'pieces']);
    const takes = transaction.objectStore('takes').getAll();
    const pieces = transaction.objectStore('pieces').getAll();
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    opening.result.close();
    const joined = await new Blob(pieces.result as ArrayBuffer[]).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const stored = takes.result as { isWhole: boolean }[];
    const whole = stored.filter(({ isWhole }) => isWhole).length;
    return { takes: stored.length, whole, bytes: joined.byteLength, sha256 };
  });
}

/** SHA-256 of the one recording that is kept, once the last of it is: the review does not wait for that. */
export async function readReviewed(page: Page): Promise<string> {
  await expect(page.getByText('Review your recording')).toBeVisible();
  await expect.poll(() => readKeptBytes(page), { timeout: 40_000 }).toMatchObject({ takes: 1, whole: 1 });
  return (await readKeptBytes(page)).sha256;
}
