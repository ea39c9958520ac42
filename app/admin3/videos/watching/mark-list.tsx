import { Play } from 'lucide-react';
import { clockTime } from '../../../../api/contract/common/clock-time.js';
import type { ReleaseMark } from '../../../../api/contract/videos/releases.js';
import { standsIn } from '../../../../api/contract/transcripts/sentences.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { Button } from '../../../shared/ui/button.js';
import { RELEASE_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';

interface MarkListProps {
  video: Pick<ShowcaseVideo, 'release' | 'transcript'>;
  describedBy?: string;
  onPress: (mark: ReleaseMark) => void;
}

/** What a person wishes to be changed, each at its seconds: a press shows the video there. A sentence that is gone says so. */
export function MarkList({ video, describedBy, onPress }: MarkListProps) {
  const { marks } = video.release;
  if (marks.length === 0) return null;
  return (
    <ul aria-label={MESSAGES.marks} className="-ml-3 grid justify-items-start">
      {marks.map((mark, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- marks may be the same, and never move
        <li key={index} className="max-w-full">
          <Button
            variant="quiet"
            size="compact"
            className="h-auto min-h-10 max-w-full justify-start px-3 text-start whitespace-normal"
            aria-describedby={describedBy}
            onClick={() => onPress(mark)}
          >
            <Play size={16} aria-hidden className="flex-none" />
            <span className="min-w-0 wrap-anywhere">
              <span className="tabular-nums">{timesOf(mark)}</span>{' '}
              <Sentence sentence={mark.sentence} transcript={video.transcript} />
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Sentence({ sentence, transcript }: { sentence: string; transcript: string }) {
  if (sentence === '') return null;
  if (standsIn(sentence, transcript)) return <q>{sentence}</q>;
  return (
    <>
      <del className="text-muted">
        <q>{sentence}</q>
      </del>{' '}
      {MESSAGES.gone}
    </>
  );
}

function timesOf({ start, end }: ReleaseMark): string {
  return start === null || end === null ? '' : MESSAGES.stretch(clockTime(start), clockTime(end));
}
