import { ReceiptsService } from './receipts.service.js';
import type { ReceiptsRepository } from './receipts.repository.js';

/** What is wrong, in words: with the chain of receipts, and with what is public without a yes to it that still holds. */
export async function checkConsent(repository: ReceiptsRepository): Promise<{ count: number; findings: string[] }> {
  const { receipts: count, flaws } = await new ReceiptsService(repository).verify();
  const unreleased = await repository.findPublicWithoutRelease();
  const findings = [
    ...flaws.map(({ number, what }) => `receipt ${number} ${what}`),
    ...unreleased.map(({ videoId, lastKind }) => `public video ${videoId}: ${lastKind ?? 'no release on file'}`),
  ];
  return { count, findings };
}
