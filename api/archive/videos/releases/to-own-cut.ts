import type { OwnCut } from '../../../contract/videos/releases.js';
import { standingSentence } from '../../../contract/transcripts/sentences.js';
import { type ShowcaseVideoRow, toReleaseState, whereWatched } from '../catalogue/showcase-video-row.js';

/** A finished video as its person sees it; `address`: below it lie its stream and its poster. */
export function toOwnCut(row: ShowcaseVideoRow, address: string): OwnCut {
  const { id, title, description, transcript, cues, mimeType, shownName, chosenSentence, durationSeconds } = row;
  return {
    id,
    title,
    description,
    transcript,
    cues,
    sentence: standingSentence(chosenSentence, transcript),
    videoUrl: whereWatched(row, address),
    mimeType,
    posterUrl: row.hasPoster ? `${address}/poster` : null,
    durationSeconds,
    shownName,
    release: toReleaseState(row),
  };
}
