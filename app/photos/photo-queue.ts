/** A picture that was chosen but is not stored yet. */
export interface ChosenPhoto {
  id: string;
  file: File;
  description: string;
  upload: { phase: 'waiting' } | { phase: 'sending'; percent: number } | { phase: 'failed' };
}

export type PhotoQueueEvent =
  | { type: 'chosen'; photos: { id: string; file: File }[] }
  | { type: 'described'; id: string; description: string }
  | { type: 'sending'; id: string; percent: number }
  | { type: 'failed'; id: string }
  /** Stored, or left out by the person. */
  | { type: 'gone'; id: string };

/** The chosen pictures in the order in which they were chosen. */
export function reducePhotoQueue(queue: ChosenPhoto[], event: PhotoQueueEvent): ChosenPhoto[] {
  const change = (id: string, part: Partial<ChosenPhoto>) =>
    queue.map((photo) => (photo.id === id ? { ...photo, ...part } : photo));
  if (event.type === 'chosen') {
    const chosen = event.photos.map((photo) => ({ ...photo, description: '', upload: { phase: 'waiting' } as const }));
    return [...queue, ...chosen];
  }
  if (event.type === 'described') return change(event.id, { description: event.description });
  if (event.type === 'sending') return change(event.id, { upload: { phase: 'sending', percent: event.percent } });
  if (event.type === 'failed') return change(event.id, { upload: { phase: 'failed' } });
  return queue.filter((photo) => photo.id !== event.id);
}

/** Whether any picture is on its way. */
export function isSending(queue: ChosenPhoto[]): boolean {
  return queue.some((photo) => photo.upload.phase === 'sending');
}
