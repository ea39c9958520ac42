import { Download, Play } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { SinglePiece } from '../../../api/contract/interview/answers.js';
import { clockTime } from '../../../api/contract/common/clock-time.js';
import { fileSize, shortDate } from '../text/format.js';
import { Button } from './button.js';
import { PIECES_MESSAGES as TEXT } from './ui.messages.js';

interface PlayedPieces {
  index: number;
  play: (index: number) => void;
  /** Of the one video that plays them. */
  player: Pick<ComponentProps<'video'>, 'ref' | 'src' | 'onEnded'>;
}

/** Plays the pieces of an answer in one video, one after the other from whichever is pressed. */
export function usePieces(pieces: SinglePiece[]): PlayedPieces {
  const video = useRef<HTMLVideoElement>(null);
  const [reached, setReached] = useState({ index: 0, isAsked: false });
  const { index } = reached;
  useEffect(() => {
    // Where that is refused, the video has controls of its own.
    if (reached.isAsked) void video.current?.play().catch(() => undefined);
  }, [reached]);
  const play = (next: number) => setReached({ index: next, isAsked: true });
  const onEnded = () => index + 1 < pieces.length && play(index + 1);
  return { index, play, player: { ref: video, src: pieces[index]?.videoUrl, onEnded } };
}

interface PieceListProps extends Pick<PlayedPieces, 'index' | 'play'> {
  pieces: SinglePiece[];
  describedBy: string;
  className?: string;
}

/** The pieces of an answer that is not joined, each to be played and taken along. A long list has a height of its own. */
export function PieceList({ pieces, index, play, describedBy, className = '' }: PieceListProps) {
  return (
    <ol className={`relative max-h-72 divide-y divide-line overflow-y-auto border-y border-line ${className}`}>
      {pieces.map(({ id, originalUrl, durationSeconds, fileSize: bytes, createdAt }, place) => (
        <li key={id} className="flex items-center justify-between gap-2 py-1">
          <Button
            variant="quiet"
            size="compact"
            className="min-w-0 justify-start px-1 aria-current:text-accent aria-current:underline focus-visible:-outline-offset-3"
            aria-current={place === index || undefined}
            aria-describedby={describedBy}
            onClick={() => play(place)}
          >
            <Play size={18} aria-hidden />
            <span className="grid text-start">
              <span>
                <span className="sr-only">{TEXT.play} </span>
                {TEXT.recording(place + 1)}
              </span>{' '}
              <span className="text-sm font-normal text-muted tabular-nums">
                <span className="whitespace-nowrap">{shortDate(createdAt)},</span>{' '}
                <span className="whitespace-nowrap">
                  {durationSeconds !== null && `${clockTime(durationSeconds)}, `}
                  {fileSize(bytes)}
                </span>
              </span>
            </span>
          </Button>
          <a
            className="button flex-none px-1! focus-visible:-outline-offset-3"
            data-variant="quiet"
            data-size="compact"
            href={originalUrl}
            download
            aria-describedby={describedBy}
          >
            <Download size={18} aria-hidden />
            {TEXT.download}
            <span className="sr-only"> {TEXT.recording(place + 1)}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
