import { BookOpen, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { clockTime } from '../../api/contract/clock-time.js';
import { secondsAt } from '../../api/contract/cue-moments.js';
import { storyPath, videoAnchor } from '../../api/contract/story-slug.js';
import { highlight, positionOfMatch, snippet } from '../../api/contract/transcript-search.js';
import { Highlighted } from './highlighted.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';
import type { SearchRow } from './search-row.js';

interface ResultRowProps {
  row: SearchRow;
  query: string;
}

/** One answer that contains the query, like an entry in a book: who, about what, and the words around the match. */
export function ResultRow({ row, query }: ResultRowProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const titleId = useId();
  const around = snippet(row.transcript, query);
  const hasMore = around.map((part) => part.text).join('') !== row.transcript;
  const seconds = secondsAt(row.moments, positionOfMatch(row.transcript, query));
  return (
    <li className="border-t border-line py-6">
      <h3 id={titleId} className="text-lg">
        <bdi>{row.firstName}</bdi>
        {messages.rowTitleAfterName(row.question)}
      </h3>
      <p className={`measure mt-2 font-serif text-lg ${isUnfolded ? 'whitespace-pre-line' : ''}`} dir="auto">
        <Highlighted parts={isUnfolded ? highlight(row.transcript, query) : around} />
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
        {seconds !== null && (
          <a
            className="button px-4"
            data-variant="quiet"
            href={storyPath(row.userName) + videoAnchor(row.videoId, seconds)}
            aria-describedby={titleId}
          >
            <Play size={18} aria-hidden /> {messages.playFrom(clockTime(seconds))}
          </a>
        )}
        {hasMore && (
          <button
            type="button"
            className="button px-4"
            data-variant="quiet"
            aria-expanded={isUnfolded}
            aria-describedby={titleId}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? messages.showLess : messages.readMore}
          </button>
        )}
      </div>
    </li>
  );
}
