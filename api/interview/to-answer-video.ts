import { answerStreamPath, type AnswerVideo } from '../contract/answers.js';
import type { Answer } from './answer.entity.js';

/** An answer as its participant sees it. */
export function toAnswerVideo({ id, questionId, title, media, createdAt }: Answer): AnswerVideo {
  return {
    id,
    questionId,
    title,
    videoUrl: answerStreamPath(id),
    mimeType: media.mimeType,
    fileSize: media.bytes,
    sha256: media.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
  };
}
