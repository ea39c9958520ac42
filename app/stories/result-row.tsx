import { BookOpen, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { clockTime } from '../../api/contract/common/clock-time.js';
import type { SearchRow } from '../../api/contract/search/search-answer.js';
import { storyPath, userStoryPath, videoAnchor } from '../../api/contract/stories/story-slug.js';
import type { UserStory } from '../../api/contract/stories/stories.js';
import { highlight, snippet, type SnippetPart } from '../../api/contract/search/transcript-search.js';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';

interface ResultRowProps {
  row: SearchRow;
  /** What tells the person from others of that name. */
  mark?: string;
  query: string;
}

/** One answer that contains the query, like an entry in a book: who, about what, and the words around the match. */
export function ResultRow({ row, mark, query }: ResultRowProps) {
  const { transcript, status, toggle } = useWholeTranscript(row);
  const titleId = useId();
  const around = snippet(row.text, query);
  const hasMore = !row.isWhole || around.map((part) => part.text).join('') !== row.text;
  return (
    <li className="border-t border-line py-6">
      <h3 id={titleId} className="text-lg">
        <bdi>{row.firstName}</bdi>
        {messages.rowTitleAfterName(row.question)}
        {mark !== undefined && <span className="story-mark"> {mark}</span>}
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

function Highlighted({ parts }: { parts: SnippetPart[] }) {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}

type Unfolding = { is: 'folded' | 'reading' | 'failed' } | { is: 'unfolded'; transcript: string };

/** The whole transcript of a row once it is unfolded; one of which only a part is here is fetched then. */
function useWholeTranscript({ userName, videoId, text, isWhole }: SearchRow) {
  const [unfolding, setUnfolding] = useState<Unfolding>({ is: 'folded' });

  const unfold = async () => {
    setUnfolding({ is: 'reading' });
    try {
      setUnfolding({ is: 'unfolded', transcript: await fetchTranscript(userName, videoId) });
    } catch {
      setUnfolding({ is: 'failed' });
    }
  };
  const toggle = () => {
    if (unfolding.is === 'unfolded') setUnfolding({ is: 'folded' });
    else if (isWhole) setUnfolding({ is: 'unfolded', transcript: text });
    else void unfold();
  };
  return { transcript: unfolding.is === 'unfolded' ? unfolding.transcript : null, status: unfolding.is, toggle };
}

async function fetchTranscript(userName: string, videoId: string): Promise<string> {
  const story = await request<UserStory>('GET', userStoryPath(userName));
  const video = story.videos.find(({ id }) => id === videoId);
  if (!video) throw new Error('This answer is no longer public.');
  return video.transcript;
}
