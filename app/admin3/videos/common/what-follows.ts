import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { withBehind } from '../../../admin-gate/gate.messages.js';
import { TAKEN_BACK } from '../../common/admin3.messages.js';
import type { ChangedVideo } from '../../common/video-requests.js';

type Standing = Pick<ShowcaseVideo, 'isApproved' | 'release'>;

/** Whether a change has made another cut of an approved video than its person has said yes to, where their yes is needed. */
export function isTakenBack(before: Standing, after: Standing): boolean {
  return before.isApproved && !after.isApproved && after.release.standing !== 'yes';
}

/** What is written of a change, that it has taken the video back where it has, and that the public pages follow later where they do. */
export function withWhatFollows(
  written: string,
  before: Standing,
  after: Standing & Pick<ChangedVideo, 'isBehind'>,
): string {
  return withBehind(isTakenBack(before, after) ? `${written} ${TAKEN_BACK}` : written, after.isBehind);
}
