import { useState } from 'react';
import { RELEASE_MAILS_MAX } from '../../../../api/contract/common/limits.js';
import type { ReleaseMark, ReleaseState } from '../../../../api/contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { shortDateTime } from '../../../shared/text/format.js';
import { termsInWords } from '../../../shared/text/release-terms.js';
import { Button } from '../../../shared/ui/button.js';
import { toast } from '../../../shared/ui/toast-store.js';
import { PAPER_MESSAGES, RELEASE_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { useAskForRelease } from '../../common/video-requests.js';
import { MarkList } from '../watching/mark-list.js';
import { takesAnswer, takesPaper } from '../common/release-standing.js';
import { ViewDialog } from '../watching/view-dialog.js';

const TONES: Record<ReleaseState['standing'], string> = {
  none: 'text-muted',
  outdated: 'text-warn',
  yes: 'text-good',
  change: 'text-warn',
  no: 'text-danger',
  expired: 'text-danger',
  elsewhere: 'text-danger',
};

interface ReleaseLineProps {
  video: ShowcaseVideo;
  describedBy: string;
  /** Of a shut row, which tells only where it stands. */
  isShut: boolean;
  /** What they said on paper is to be recorded. */
  onRecord: () => void;
  /** The button may have gone by then: the last one of them was sent. */
  onAsked: () => void;
}

/** What its person has said to a video as it is, and the ways to ask them or to record what they said on paper. */
export function ReleaseLine({ video, describedBy, isShut, onRecord, onAsked }: ReleaseLineProps) {
  const { release } = video;
  const { standing, asked, words, marks, paper } = release;
  const [shown, setShown] = useState<ReleaseMark | null>(null);
  const isOpen = takesAnswer(release);
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className={`measure text-sm wrap-anywhere tabular-nums ${TONES[standing]}`}>
          {textOf(release)} {isOpen && asked > 0 && MESSAGES.asked(asked)}
        </p>
        {!isShut && (isOpen || standing === 'expired') && asked < RELEASE_MAILS_MAX && (
          <Ask video={video} describedBy={describedBy} onAsked={onAsked} />
        )}
        {!isShut && takesPaper(release) && (
          <Button variant="quiet" size="compact" aria-describedby={describedBy} onClick={onRecord}>
            {PAPER_MESSAGES.action}
          </Button>
        )}
        {!isShut && paper && (
          <a href={paper.scanUrl} download aria-describedby={describedBy} className="text-sm underline">
            {PAPER_MESSAGES.scan}
          </a>
        )}
      </div>
      {standing !== 'change' && (words !== '' || marks.length > 0) && (
        <p className="measure text-sm wrap-anywhere">{MESSAGES.wished(words)}</p>
      )}
      {!isShut && <MarkList video={video} describedBy={describedBy} onPress={setShown} />}
      {shown && <ViewDialog video={video} mark={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

function Ask({ video, describedBy, onAsked }: Pick<ReleaseLineProps, 'video' | 'describedBy' | 'onAsked'>) {
  const { user, release } = video;
  const { mutateAsync, isPending } = useAskForRelease();
  const ask = async () => {
    try {
      await mutateAsync(video);
      toast({ title: MESSAGES.sent(user.firstName) });
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
    onAsked();
  };
  return (
    <Button
      variant="quiet"
      size="compact"
      aria-describedby={describedBy}
      pending={isPending}
      pendingLabel={MESSAGES.asking}
      onClick={() => void ask()}
    >
      {release.asked === 0 ? MESSAGES.ask : MESSAGES.remind}
    </Button>
  );
}

function textOf({ standing, at, words, terms, paper }: ReleaseState): string {
  if (standing === 'none' || at === null) return MESSAGES.none;
  const date = shortDateTime(at);
  if (standing !== 'yes') return MESSAGES[standing](date, words);
  const how = paper ? PAPER_MESSAGES.recorded(date, paper.producer) : MESSAGES.yes(date);
  return terms ? `${how} ${MESSAGES.terms(termsInWords(terms).join('; '))}` : how;
}
