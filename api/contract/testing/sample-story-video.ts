import type { StoryVideo } from '../stories/stories.js';

/** An answer of a story as specs need one: a file without anything made of it, but for `changes`. */
export function sampleStoryVideo(changes: Partial<StoryVideo> = {}): StoryVideo {
  const id = changes.id ?? 'v1';
  return {
    id,
    questionId: 1,
    title: 'Life before ME/CFS',
    transcript: '',
    cues: null,
    sentence: null,
    isSentenceChosen: false,
    isWritten: false,
    videoUrl: `/media/${id}.mp4`,
    mimeType: 'video/mp4',
    fileSize: 5000,
    publishedAt: '2025-06-01T10:00:00.000Z',
    posterUrl: null,
    audioUrl: null,
    durationSeconds: null,
    ...changes,
  };
}
