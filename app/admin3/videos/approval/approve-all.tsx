import { Check, CircleAlert, Clock, LoaderCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { excerpt } from '../../../../api/contract/common/excerpt.js';
import { EXCERPT_ADMIN } from '../../../../api/contract/common/screen-numbers.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { storyPath } from '../../../../api/contract/stories/story-slug.js';
import { failureText } from '../../../admin-gate/failures.js';
import { withBehind } from '../../../admin-gate/gate.messages.js';
import { isAway, isSignedOut, NetworkFailure } from '../../../shared/http/http-error.js';
import { fullName } from '../../../shared/text/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { LoadFailure } from '../../../shared/ui/load-failure.js';
import { StatusLine } from '../../../shared/ui/status-line.js';
import { useLeaveGuard } from '../../../shared/ui/use-leave-guard.js';
import { APPROVE_ALL_MESSAGES as MESSAGES, LIST_MESSAGES, VIEW_MESSAGES } from '../../common/admin3.messages.js';
import { noteFirstSeen } from '../../common/seen-videos.js';
import { useApproveVideos, useWaitingVideosOf } from '../../common/video-requests.js';
import { isVideoChanged, type Written } from './approval-button.js';
import {
  type ApprovalRun,
  approveInOrder,
  hasNewer,
  inOrderOfApproval,
  isApprovedIn,
  isLive,
  outcomeOf,
  type VideoOutcome,
} from './approval-run.js';
import { questionTitle, whatItReplaces } from '../common/video-label.js';

interface ApproveAllDialogProps {
  /** Any of the person's. */
  video: ShowcaseVideo;
  /** With what was approved; null when nothing was. */
  onClose: (written: Written | null) => void;
}

/**
 * Everything of one person that waits, at one press and a confirmation: what is about to become public, then what has
 * become of each. As long as approvals are under way, it stays.
 */
export function ApproveAllDialog({ video: { userId, user, shownName }, onClose }: ApproveAllDialogProps) {
  const { data: videos, isError, refetch } = useWaitingVideosOf(userId);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Written | null>(null);
  const name = fullName(user);
  useLeaveGuard(isBusy);
  return (
    <Dialog
      open
      wide
      title={videos ? MESSAGES.heading(videos.length, name) : MESSAGES.headingUnknown(name)}
      description={MESSAGES.hint(VIEW_MESSAGES.storyOf(shownName))}
      onOpenChange={(open) => !open && !isBusy && onClose(result)}
    >
      {!videos && !isError && <StatusLine>{MESSAGES.loading}</StatusLine>}
      {!videos && isError && <LoadFailure text={MESSAGES.loadFailed} onTryAgain={() => void refetch()} />}
      {videos?.length === 0 && <p>{MESSAGES.none}</p>}
      {videos && videos.length > 0 && (
        <ApprovalOf
          videos={inOrderOfApproval(videos)}
          name={name}
          onBusy={setBusy}
          onResult={setResult}
          onClose={onClose}
          result={result}
        />
      )}
    </Dialog>
  );
}

interface ApprovalOfProps {
  videos: ShowcaseVideo[];
  name: string;
  result: Written | null;
  onBusy: (isBusy: boolean) => void;
  onResult: (written: Written | null) => void;
  onClose: (written: Written | null) => void;
}

function ApprovalOf({ videos: read, name, result, onBusy, onResult, onClose }: ApprovalOfProps) {
  // What is approved leaves the list that was read, and not this one.
  const [videos] = useState(read);
  const [run, setRun] = useState<ApprovalRun>(new Map());
  const [stopping, setStopping] = useState(false);
  const isStopped = useRef(false);
  const { mutateAsync, isPending } = useApproveVideos();
  useState(() => {
    for (const video of videos) noteFirstSeen(video);
  });

  const approve = async () => {
    isStopped.current = false;
    setStopping(false);
    onBusy(true);
    const outcomes = new Map(run);
    const tell = (video: ShowcaseVideo, outcome: VideoOutcome) => {
      outcomes.set(video.id, outcome);
      setRun(new Map(outcomes));
    };
    const left = videos.filter((video) => !isApprovedIn(outcomes, video));
    const work = (approveOne: (videoId: string) => Promise<ShowcaseVideo>) =>
      approveInOrder(left, {
        approve: ({ id }) => approveOne(id),
        tell,
        explain: explainRefusal,
        isStopped: () => isStopped.current,
      });
    // What went wrong stands beside each video.
    await mutateAsync(work).catch(() => undefined);
    onBusy(false);
    const written = toWritten(videos, outcomes, name);
    onResult(written);
    if (videos.every((video) => isApprovedIn(outcomes, video))) onClose(written);
  };
  const approved = videos.filter((video) => isApprovedIn(run, video)).length;
  const current = videos.findIndex((video) => outcomeOf(run, video).state === 'approving');
  const hasRun = run.size > 0;
  return (
    <div className="grid gap-5">
      <ul className="grid divide-y divide-line border-y border-line">
        {videos.map((video) => (
          <ApprovedLine
            key={video.id}
            video={video}
            hasNewer={hasNewer(videos, video)}
            outcome={outcomeOf(run, video)}
          />
        ))}
      </ul>
      {/* In view however long the list is. */}
      <div className="sticky bottom-0 -my-2 grid gap-3 bg-surface py-2">
        <StatusLine tone={hasRun && !isPending ? 'warn' : 'muted'}>
          {isPending && current >= 0 && MESSAGES.approving(current + 1, videos.length)}
          {hasRun && !isPending && result?.text}
        </StatusLine>
        <div className="flex flex-wrap justify-end gap-3">
          {isPending ? (
            <Button
              variant="outline"
              pending={stopping}
              pendingLabel={MESSAGES.stopping}
              onClick={() => {
                isStopped.current = true;
                setStopping(true);
              }}
            >
              {MESSAGES.stop}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => onClose(result)}>
              {hasRun ? MESSAGES.close : MESSAGES.cancel}
            </Button>
          )}
          <Button pending={isPending} onClick={() => void approve()}>
            {hasRun && approved > 0 ? MESSAGES.again(videos.length - approved) : MESSAGES.approve(videos.length)}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface ApprovedLineProps {
  video: ShowcaseVideo;
  hasNewer: boolean;
  outcome: VideoOutcome;
}

function ApprovedLine({ video, hasNewer: isReplaced, outcome }: ApprovedLineProps) {
  const { title, transcript } = video;
  const question = questionTitle(video);
  const replaced = whatItReplaces(video);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 py-3">
      <p className="font-semibold wrap-anywhere">
        {title}
        {question !== title && <span className="ml-3 text-sm font-normal text-muted">{question}</span>}
      </p>
      <OutcomeMark outcome={outcome} />
      <p dir="auto" className={`line-clamp-2 text-sm text-muted wrap-anywhere ${transcript ? 'font-serif' : ''}`}>
        {transcript ? excerpt(transcript, EXCERPT_ADMIN) : LIST_MESSAGES.noTranscript}
      </p>
      {isReplaced && <p className="col-span-2 text-sm text-warn">{MESSAGES.newer}</p>}
      {replaced && outcome.state !== 'approved' && <p className="col-span-2 text-sm text-warn">{replaced}</p>}
      {outcome.state === 'failed' && <p className="col-span-2 text-sm text-danger">{outcome.reason}</p>}
    </li>
  );
}

const MARKS = { approving: LoaderCircle, approved: Check, behind: Clock, failed: CircleAlert };
const TONES = { approving: 'text-muted', approved: 'text-good', behind: 'text-warn', failed: 'text-danger' };

function OutcomeMark({ outcome: { state } }: { outcome: VideoOutcome }) {
  if (state === 'open') return <span />;
  const Mark = MARKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${TONES[state]}`}>
      <Mark size={16} aria-hidden />
      {MESSAGES.states[state]}
    </span>
  );
}

function explainRefusal(error: unknown): { reason: string; endsAll: boolean } {
  if (isVideoChanged(error)) return { reason: MESSAGES.changed, endsAll: false };
  if (isSignedOut(error)) return { reason: MESSAGES.signedOut, endsAll: true };
  return { reason: failureText(error, MESSAGES.failed), endsAll: isAway(error) || error instanceof NetworkFailure };
}

/** What stays written of it, and where the public sees some of it. */
function toWritten(videos: readonly ShowcaseVideo[], run: ApprovalRun, name: string): Written | null {
  const [first] = videos;
  if (first === undefined) return null;
  const outcomes = videos.map((video) => outcomeOf(run, video));
  const isBehind = outcomes.some(({ state }) => state === 'behind');
  const text = withBehind(whatWasApproved(videos, run, name), isBehind);
  return { text, livePath: outcomes.some(isLive) ? storyPath(first.user.userName) : undefined };
}

function whatWasApproved(videos: readonly ShowcaseVideo[], run: ApprovalRun, name: string): string {
  const others = videos.filter((video) => !isApprovedIn(run, video));
  const approved = videos.length - others.length;
  const names = others.map(({ title }) => `“${title}”`).join(', ');
  if (others.length > 0) return MESSAGES.stopped(approved, videos.length, names);
  const shown = videos.map((video) => outcomeOf(run, video)).filter(isLive);
  if (shown.length === 0) return MESSAGES.doneUnseen(approved, name);
  const preparing = shown.filter(({ isWatchable }) => !isWatchable).length;
  const parts = [
    MESSAGES.done(shown.length, name),
    preparing > 0 && MESSAGES.doneWithout(preparing),
    approved > shown.length && MESSAGES.unseen(approved - shown.length),
  ];
  return parts.filter(Boolean).join(' ');
}
