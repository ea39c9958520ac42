import { RELEASE_USES, type ReleaseStanding } from '../../../contract/videos/releases.js';
import type { ReceiptsService } from '../../../people/consent/receipts.service.js';
import type { ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import type { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { cutHashOf, standingOf } from './standing/release-state.js';

/** Why a cut has no release that holds, as a finding says it. */
const REASONS: Record<Exclude<ReleaseStanding, 'yes'>, string> = {
  none: 'no release on file',
  outdated: 'it has changed since its release',
  expired: 'the time of its release is over',
  elsewhere: `its release is not for the ${RELEASE_USES[0]}`,
  change: 'changes were asked for',
  no: 'it was refused',
};

/**
 * What is wrong, in words: with the chain of receipts, with words of them that are not kept, and with every cut that is approved or public without a release of
 * exactly this cut, given by its person or on paper, that still holds and has its receipt.
 */
export async function checkConsent(
  receipts: ReceiptsService,
  rows: ShowcaseVideoRowsRepository,
): Promise<{ count: number; findings: string[] }> {
  const { receipts: count, flaws, unknown } = await receipts.verify();
  const findings = [...flaws, ...unknown].map(({ number, what }) => `receipt ${number} ${what}`);
  for (const video of await rows.findApproved()) {
    const why = await findFault(video, receipts);
    if (why !== null) findings.push(`${video.isShown ? 'public' : 'approved'} video ${video.id}: ${why}`);
  }
  return { count, findings };
}

async function findFault(video: ShowcaseVideoRow, receipts: ReceiptsService): Promise<string | null> {
  const cutHash = cutHashOf(video);
  const standing = standingOf(video.release, video);
  if (standing !== 'yes') return REASONS[standing];
  const last = await receipts.findLastWord(video.participantId, Buffer.from(cutHash, 'hex'));
  if (last === null) return 'there is no receipt of its release';
  const isYes = last === 'release_given' || last === 'paper_release_recorded';
  return isYes ? null : `its last receipt is ${last}`;
}
