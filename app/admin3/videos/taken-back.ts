import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { TAKEN_BACK } from '../common/admin3.messages.js';

type Standing = Pick<ShowcaseVideo, 'isApproved' | 'release'>;

/** Whether a change has made another cut of an approved video than its person has said yes to, where their yes is needed. */
export function isTakenBack(before: Standing, after: Standing): boolean {
  return before.isApproved && !after.isApproved && after.release.standing !== 'yes';
}

/** What is written of such a change, and that it has taken the video off the public pages where it has. */
export function withTakenBack(written: string, before: Standing, after: Standing): string {
  return isTakenBack(before, after) ? `${written} ${TAKEN_BACK}` : written;
}
