/** One result of the transcript search: an answer that contains the query. */
export interface SearchRow {
  videoId: string;
  userName: string;
  firstName: string;
  /** Its title, in public words: the video's own is staff's. */
  question: string;
  /** The transcript, or of a long one the words around the first match. */
  text: string;
  isWhole: boolean;
  /** When the first match is said; null in a transcript without times. */
  seconds: number | null;
}

export const SEARCH_DATA_PATH = '/api/search-data';

/** GET /api/search-data?q=&from=: */
export interface SearchAnswer {
  /** How many answers contain the query. */
  count: number;
  /** A page of them in the order of the archive, newest story first. */
  rows: SearchRow[];
  /** Those of `shown` that still contain it. */
  shown: SearchRow[];
}
