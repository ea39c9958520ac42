import { PHOTO_MAX_BYTES } from '../../api/contract/common/limits.js';
import type { FileInHand } from '../shared/chosen-files/chosen-files.js';
import { isPicture } from '../shared/files.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

/** A picture that was chosen but is not stored yet. */
export interface ChosenPhoto extends FileInHand {
  upload: { phase: 'waiting' } | { phase: 'sending'; percent: number } | { phase: 'failed'; reason: string };
}

export type PhotoQueueEvent =
  | { type: 'chosen'; photos: { id: string; file: File }[] }
  /** Chosen on an earlier page. */
  | { type: 'returned'; photos: FileInHand[] }
  | { type: 'described'; id: string; description: string }
  | { type: 'sending'; id: string; percent: number }
  | { type: 'failed'; id: string; reason: string }
  /** Stored, or left out by the person. */
  | { type: 'gone'; id: string };

/** The chosen pictures in the order in which they were chosen. */
export function reducePhotoQueue(queue: ChosenPhoto[], event: PhotoQueueEvent): ChosenPhoto[] {
  const change = (id: string, part: Partial<ChosenPhoto>) =>
    queue.map((photo) => (photo.id === id ? { ...photo, ...part } : photo));
  if (event.type === 'chosen') {
    const chosen = event.photos.map((photo) => ({ ...photo, description: '', upload: { phase: 'waiting' } as const }));
    return chosen.reduce((all, photo) => (all.some(isSameAs(photo)) ? all : [...all, photo]), queue);
  }
  if (event.type === 'returned') {
    const isNew = (photo: FileInHand) => !queue.some(({ id }) => id === photo.id);
    const returned = event.photos.filter(isNew).map((photo) => ({ ...photo, upload: { phase: 'waiting' } as const }));
    // What was chosen again meanwhile is one with what it was chosen as before.
    const isChosenAgain = (photo: ChosenPhoto) => photo.upload.phase === 'waiting' && returned.some(isSameAs(photo));
    const wordsOf = (photo: ChosenPhoto) => queue.find(isSameAs(photo))?.description || photo.description;
    const rest = queue.filter((photo) => !isChosenAgain(photo));
    return [
      ...returned
        .filter((photo) => !rest.some(isSameAs(photo)))
        .map((photo) => ({ ...photo, description: wordsOf(photo) })),
      ...rest,
    ];
  }
  if (event.type === 'described') return change(event.id, { description: event.description });
  if (event.type === 'sending') return change(event.id, { upload: { phase: 'sending', percent: event.percent } });
  if (event.type === 'failed') return change(event.id, { upload: { phase: 'failed', reason: event.reason } });
  return queue.filter((photo) => photo.id !== event.id);
}

/** The same file, chosen twice; its bytes are compared by the server. */
function isSameAs({ file }: ChosenPhoto) {
  return ({ file: { name, size, lastModified } }: ChosenPhoto) =>
    name === file.name && size === file.size && lastModified === file.lastModified;
}

/** Whether any picture is on its way. */
export function isSending(queue: ChosenPhoto[]): boolean {
  return queue.some((photo) => photo.upload.phase === 'sending');
}

/** How many could not be stored, and are not on their way again. */
export function failedCount(queue: ChosenPhoto[]): number {
  return queue.filter(({ upload }) => upload.phase === 'failed').length;
}

/** The written status of the photo step: what is on its way, else what failed, else what waits, else what is saved. */
export function photoStatus(queue: ChosenPhoto[], savedCount: number): string {
  for (const { upload } of queue) {
    if (upload.phase === 'sending') return TEXT.statusAdding(upload.percent);
  }
  const failed = failedCount(queue);
  if (failed > 0) return TEXT.statusFailed(failed);
  if (queue.length > 0) return TEXT.statusChosen(queue.length);
  return savedCount > 0 ? TEXT.statusSaved(savedCount) : TEXT.statusNone;
}

/** Whether a chosen file can be a photo: an image, not empty, not too large. The server looks into the file itself. */
export function isAcceptablePicture(file: Pick<File, 'name' | 'type' | 'size'>): boolean {
  return isPicture(file) && file.size > 0 && file.size <= PHOTO_MAX_BYTES;
}
