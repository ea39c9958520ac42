import { isStoryOverview } from '../../../../api/contract/interview/questions.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { groupBy } from '../../../../api/contract/common/older-browsers.js';
import { isPublishedLater } from '../../../shared/http/http-error.js';

/** What has become of a video in an approval of several. */
export type VideoOutcome =
  | { state: 'open' }
  | { state: 'approving' }
  | { state: 'approved'; isShown: boolean; isWatchable: boolean }
  /** Approved, and not public before the public pages could be brought up to date. */
  | { state: 'behind' }
  | { state: 'failed'; reason: string };

/** The outcome of each video, by its id; who is not in it is still open. */
export type ApprovalRun = ReadonlyMap<string, VideoOutcome>;

const OPEN: VideoOutcome = { state: 'open' };

/** Whether it needs no further approval. */
export function isApprovedIn(run: ApprovalRun, video: ShowcaseVideo): boolean {
  const { state } = outcomeOf(run, video);
  return state === 'approved' || state === 'behind';
}

/** Whether the public sees it now. */
export function isLive(outcome: VideoOutcome): outcome is Extract<VideoOutcome, { state: 'approved' }> {
  return outcome.state === 'approved' && outcome.isShown;
}

export function outcomeOf(run: ApprovalRun, { id }: ShowcaseVideo): VideoOutcome {
  return run.get(id) ?? OPEN;
}

/**
 * In the order of the questions, in which they are listed; of two on one question the newer one last: the story shows the
 * one that was approved last.
 */
export function inOrderOfApproval(videos: readonly ShowcaseVideo[]): ShowcaseVideo[] {
  return [...groupBy(videos, questionOf).values()].flatMap((cuts) =>
    cuts.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
  );
}

/** Whether another one of the same question comes after it. */
export function hasNewer(videos: readonly ShowcaseVideo[], video: ShowcaseVideo): boolean {
  const last = videos.findLast((other) => questionOf(other) === questionOf(video));
  return last !== undefined && last.id !== video.id;
}

function questionOf({ questionId }: ShowcaseVideo): number {
  return isStoryOverview(questionId) ? 0 : (questionId ?? 0);
}

interface Attempt {
  approve: (video: ShowcaseVideo) => Promise<ShowcaseVideo>;
  tell: (video: ShowcaseVideo, outcome: VideoOutcome) => void;
  /** What a refusal says, and whether all others would be refused for it, too. */
  explain: (error: unknown) => { reason: string; endsAll: boolean };
  isStopped: () => boolean;
}

/**
 * Approves one video after another. One that is refused keeps none of the others back.
 * @throws what would refuse all others as well
 */
export async function approveInOrder(videos: readonly ShowcaseVideo[], attempt: Attempt): Promise<void> {
  for (const video of videos) {
    if (attempt.isStopped()) return;
    attempt.tell(video, { state: 'approving' });
    try {
      const { isShown, isWatchable } = await attempt.approve(video);
      attempt.tell(video, { state: 'approved', isShown, isWatchable });
    } catch (error) {
      if (isPublishedLater(error)) {
        attempt.tell(video, { state: 'behind' });
        continue;
      }
      const { reason, endsAll } = attempt.explain(error);
      attempt.tell(video, { state: 'failed', reason });
      if (endsAll) throw error;
    }
  }
}
