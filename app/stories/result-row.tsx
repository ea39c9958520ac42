import { BookOpen, Play } from 'lucide-react';
import { useId } from 'react';
import { clockTime } from '../../api/contract/clock-time.js';
import type { SearchRow } from '../../api/contract/search-answer.js';
import { storyPath, videoAnchor } from '../../api/contract/story-slug.js';
import { highlight, snippet } from '../../api/contract/transcript-search.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { Highlighted } from './highlighted.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';
import { useWholeTranscript } from './use-whole-transcript.js';

interface ResultRowProps {
  row: SearchRow;
  query: string;
}

/** One answer that contains the query, like an entry in a book: who, about what, and the words around the match. */
export function ResultRow({ row, query }: ResultRowProps) {
  const { transcript, status, toggle } = useWholeTranscript(row);
  const titleId = useId();
  const around = snippet(row.text, query);
  const hasMore = !row.isWhole || around.map((part) => part.text).join('') !== row.text;
  return (
    <li className="border-t border-line py-6">
      <h3 id={titleId} className="text-lg">
        <bdi>{row.firstName}</bdi>
        {messages.rowTitleAfterName(row.question)}
      </h3>
      <p className={`measure mt-2 font-serif text-lg ${transcript === null ? '' : 'whitespace-pre-line'}`} dir="auto">
        <Highlighted parts={transcript === null ? around : highlight(transcript, query)} />
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          className="button px-4"
          data-variant="outline"
          href={storyPath(row.userName) + videoAnchor(row.videoId)}
          aria-describedby={titleId}
        >
          <BookOpen size={18} aria-hidden /> {messages.viewStory}
        </a>
        {row.seconds !== null && (
          <a
            className="button px-4"
            data-variant="quiet"
            href={storyPath(row.userName) + videoAnchor(row.videoId, row.seconds)}
            aria-describedby={titleId}
          >
            <Play size={18} aria-hidden /> {messages.playFrom(clockTime(row.seconds))}
          </a>
        )}
        {hasMore && (
          <Button
            variant="quiet"
            className="px-4"
            pending={status === 'reading'}
            pendingLabel={messages.reading}
            aria-expanded={transcript !== null}
            aria-describedby={titleId}
            onClick={toggle}
          >
            {transcript === null ? messages.readMore : messages.showLess}
          </Button>
        )}
      </div>
      {status === 'failed' && (
        <StatusLine tone="danger" className="mt-2 text-sm">
          {messages.readFailed}
        </StatusLine>
      )}
    </li>
  );
}
