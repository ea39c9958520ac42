import type { SearchRow } from '../../api/contract/search-answer.js';

/** Rows that stand on the screen stay in their place, each as it was told last; the new ones follow. */
export function mergeRows(standing: SearchRow[], more: SearchRow[]): SearchRow[] {
  const told = new Map(more.map((row) => [row.videoId, row]));
  const kept = standing.map((row) => latest(row, told.get(row.videoId)));
  const known = new Set(standing.map(({ videoId }) => videoId));
  return [...kept, ...more.filter(({ videoId }) => !known.has(videoId))];
}

/**
 * The rows that somebody who knows every match has told of, those that stand on the screen in their place;
 * one that was not confirmed goes.
 */
export function completeRows(standing: SearchRow[], confirmed: SearchRow[], rows: SearchRow[]): SearchRow[] {
  const right = new Set([...confirmed, ...rows].map(({ videoId }) => videoId));
  return mergeRows(
    mergeRows(
      standing.filter(({ videoId }) => right.has(videoId)),
      confirmed,
    ),
    rows,
  );
}

/** A transcript that is here in full is not exchanged for a part of it. */
function latest(row: SearchRow, told: SearchRow | undefined): SearchRow {
  if (!told) return row;
  const isKnownWhole = row.isWhole && !told.isWhole && row.text.includes(told.text);
  return isKnownWhole ? { ...told, text: row.text, isWhole: true } : told;
}
