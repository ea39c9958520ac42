import { readMoments, secondsAt } from '../../api/contract/transcripts/cue-moments.js';
import type { SearchRow } from '../../api/contract/search/search-answer.js';
import type { SearchRecord } from '../../api/contract/search/search-index.js';
import { matchesTranscript, positionOfMatch } from '../../api/contract/search/transcript-search.js';

/** The row of a published record, or null when it does not contain the query: the index only suggests. */
export function rowOfRecord({ url, content, meta }: SearchRecord, query: string): SearchRow | null {
  const address = /^\/stories\/([^/#]+)#video-(.+)$/.exec(url);
  const [, userName, videoId] = address ?? [];
  if (!userName || !videoId || !matchesTranscript(content, query)) return null;
  return {
    videoId,
    userName: decodeURIComponent(userName),
    firstName: meta.title,
    question: meta.question,
    text: content,
    isWhole: true,
    seconds: secondsAt(readMoments(meta.moments ?? ''), positionOfMatch(content, query)),
  };
}
