import { isSending, type PhotoQueueEvent, reducePhotoQueue } from './photo-queue.js';

const file = new File(['x'], 'garden.jpg', { type: 'image/jpeg' });
const play = (...events: PhotoQueueEvent[]) => events.reduce(reducePhotoQueue, []);
const chosen: PhotoQueueEvent = {
  type: 'chosen',
  photos: [
    { id: 'a', file },
    { id: 'b', file },
  ],
};

describe('photo queue', () => {
  it('keeps the order of choosing', () => {
    const queue = play(chosen, { type: 'chosen', photos: [{ id: 'c', file }] });
    expect(queue.map((photo) => photo.id)).toEqual(['a', 'b', 'c']);
  });

  it('holds a description for each picture', () => {
    const queue = play(chosen, { type: 'described', id: 'b', description: 'My garden' });
    expect(queue.map((photo) => photo.description)).toEqual(['', 'My garden']);
  });

  it('follows an upload to its failure, and keeps the picture', () => {
    const sending = play(chosen, { type: 'sending', id: 'a', percent: 40 });
    expect(isSending(sending)).toBe(true);
    const failed = reducePhotoQueue(sending, { type: 'failed', id: 'a' });
    expect(failed[0]?.upload).toEqual({ phase: 'failed' });
    expect(isSending(failed)).toBe(false);
  });

  it('drops what is stored or left out', () => {
    expect(play(chosen, { type: 'gone', id: 'a' }).map((photo) => photo.id)).toEqual(['b']);
  });
});
