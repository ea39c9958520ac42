import { standingSentence } from '../../contract/transcripts/sentences.js';
import type { StoryOverviewItem, StoryVideo } from '../../contract/stories/stories.js';
import { AUDIO_MIME_TYPE, POSTER_MIME_TYPE, publicMediaPath, type ShownVideo } from './shown-video.js';

/** One item per person, in the order of the rows; the overview stands apart from the answers. */
export function toStoryOverviewItems(rows: ShownVideo[]): StoryOverviewItem[] {
  const items = new Map<string, StoryOverviewItem>();
  for (const row of rows) {
    const item = items.get(row.participantId) ?? toEmptyItem(row);
    items.set(row.participantId, item);
    if (row.questionId === null) item.overviewVideo = toStoryVideo(row);
    else item.videos.push(toStoryVideo(row));
  }
  return [...items.values()];
}

function toEmptyItem(row: ShownVideo): StoryOverviewItem {
  const { participantId: id, firstName, joinedAt, userName } = row;
  return { user: { id, firstName, createdAt: dayOf(joinedAt), userName }, overviewVideo: null, videos: [] };
}

function toStoryVideo(row: ShownVideo): StoryVideo {
  const { videoId: id, questionId, title, transcript, cues, mimeType, hasPoster, hasAudio, durationSeconds } = row;
  return {
    id,
    questionId,
    title,
    transcript,
    cues,
    ...sentenceOf(row),
    isWritten: row.isWritten,
    videoUrl: row.hostedUrl ?? (mimeType && publicMediaPath(id, mimeType)),
    mimeType,
    fileSize: row.bytes,
    publishedAt: row.approvedAt.toISOString(),
    posterUrl: hasPoster ? publicMediaPath(id, POSTER_MIME_TYPE) : null,
    audioUrl: hasAudio ? publicMediaPath(id, AUDIO_MIME_TYPE) : null,
    durationSeconds,
  };
}

/** The one that a producer has chosen, for as long as it is said; else the one that was found. */
function sentenceOf({ transcript, chosenSentence, tellingSentence }: ShownVideo) {
  const chosen = standingSentence(chosenSentence, transcript);
  return { sentence: chosen ?? standingSentence(tellingSentence, transcript), isSentenceChosen: chosen !== null };
}

/** Midnight (UTC) of the day, which the address of the story tells anyway: nobody needs to know more of when somebody came. */
function dayOf(time: Date): string {
  return `${time.toISOString().slice(0, 10)}T00:00:00.000Z`;
}
