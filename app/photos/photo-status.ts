import type { ChosenPhoto } from './photo-queue.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

/** The written status of the photo step: what is on its way, else what waits, else what is saved. */
export function photoStatus(queue: ChosenPhoto[], savedCount: number): string {
  for (const { upload } of queue) {
    if (upload.phase === 'sending') return TEXT.statusAdding(upload.percent);
  }
  if (queue.length > 0) return TEXT.statusChosen(queue.length);
  return savedCount > 0 ? TEXT.statusSaved(savedCount) : TEXT.statusNone;
}
