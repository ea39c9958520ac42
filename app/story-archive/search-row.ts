import { type CueMoment, cueMoments, readMoments } from '../../api/contract/cue-moments.js';
import type { SearchDataItem } from '../../api/contract/stories.js';
import { isSearchable, matchesTranscript } from '../../api/contract/transcript-search.js';

/** One result: an answer whose transcript contains the query. */
export interface SearchRow {
  videoId: string;
  userName: string;
  firstName: string;
  question: string;
  transcript: string;
  /** When it is said, none when the transcript has no times. */
  moments: CueMoment[];
}

/** A record of the search index, one per answer, as publishing writes it. */
export interface IndexRecord {
  /** `/stories/{userName}#video-{id}` */
  url: string;
  content: string;
  meta: { title?: string; question?: string; moments?: string };
}

/** The rows that the API's search data holds for a query; it is asked with the query but trusted in nothing. */
export function rowsOfSearchData(items: SearchDataItem[], query: string): SearchRow[] {
  return items.flatMap(({ user, videos }) =>
    videos
      .filter((video) => isSearchable(video) && matchesTranscript(video.transcript, query))
      .map((video) => ({
        videoId: video.id,
        userName: user.userName,
        firstName: user.firstName,
        question: video.title,
        transcript: video.transcript,
        moments: cueMoments(video.cues ?? []),
      })),
  );
}

/** The row of an index record, or null when the record does not contain the query: the index only suggests. */
export function rowOfRecord({ url, content, meta }: IndexRecord, query: string): SearchRow | null {
  const address = /^\/stories\/([^/#]+)#video-(.+)$/.exec(url);
  const [, userName, videoId] = address ?? [];
  if (!userName || !videoId || !matchesTranscript(content, query)) return null;
  return {
    videoId,
    userName: decodeURIComponent(userName),
    firstName: meta.title ?? '',
    question: meta.question ?? '',
    transcript: content,
    moments: readMoments(meta.moments ?? ''),
  };
}
