import { answerPosterPath, answerStreamPath, type AnswerVideo } from '../../contract/answers.js';
import type { VideoRenditions } from '../../media/transcode/video-renditions.js';
import type { Answer } from './answer.entity.js';

/** An answer as its participant sees it. */
export function toAnswerVideo({ id, questionId, title, createdAt }: Answer, video: VideoRenditions): AnswerVideo {
  const { original, playable, poster, durationSeconds, preparation } = video;
  return {
    id,
    questionId,
    title,
    videoUrl: answerStreamPath(id),
    mimeType: playable.mimeType,
    posterUrl: poster ? answerPosterPath(id) : null,
    durationSeconds,
    preparation,
    fileSize: original.bytes,
    sha256: original.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
  };
}
