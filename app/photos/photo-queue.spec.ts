import { PHOTO_MAX_BYTES } from '../../api/contract/common/limits.js';
import { isAcceptablePicture, isSending, type PhotoQueueEvent, reducePhotoQueue } from './photo-queue.js';

const file = (name: string) => new File(['x'], name, { type: 'image/jpeg', lastModified: 1 });
const play = (...events: PhotoQueueEvent[]) => events.reduce(reducePhotoQueue, []);
const chosen: PhotoQueueEvent = {
  type: 'chosen',
  photos: [
    { id: 'a', file: file('garden.jpg') },
    { id: 'b', file: file('sea.jpg') },
  ],
};

describe('photo queue', () => {
  it('keeps the order of choosing', () => {
    const queue = play(chosen, { type: 'chosen', photos: [{ id: 'c', file: file('bed.jpg') }] });
    expect(queue.map((photo) => photo.id)).toEqual(['a', 'b', 'c']);
  });

  it('holds a file that is chosen twice once', () => {
    const queue = play(chosen, { type: 'chosen', photos: [{ id: 'c', file: file('sea.jpg') }] });
    expect(queue.map((photo) => photo.id)).toEqual(['a', 'b']);
  });

  it('holds a description for each picture', () => {
    const queue = play(chosen, { type: 'described', id: 'b', description: 'My garden' });
    expect(queue.map((photo) => photo.description)).toEqual(['', 'My garden']);
  });

  it('follows an upload to its failure, and keeps the picture', () => {
    const sending = play(chosen, { type: 'sending', id: 'a', percent: 40 });
    expect(isSending(sending)).toBe(true);
    const failed = reducePhotoQueue(sending, { type: 'failed', id: 'a', reason: 'No.' });
    expect(failed[0]?.upload).toEqual({ phase: 'failed', reason: 'No.' });
    expect(isSending(failed)).toBe(false);
  });

  it('drops what is stored or left out', () => {
    expect(play(chosen, { type: 'gone', id: 'a' }).map((photo) => photo.id)).toEqual(['b']);
  });
});

describe('isAcceptablePicture', () => {
  it.each([
    ['a picture', 'image/jpeg', 1, true],
    ['a picture of exactly 10 MB', 'image/png', PHOTO_MAX_BYTES, true],
    ['a picture over 10 MB', 'image/png', PHOTO_MAX_BYTES + 1, false],
    ['an empty picture', 'image/png', 0, false],
    ['a video', 'video/mp4', 1, false],
    ['a file of no known type', '', 1, false],
  ])('%s', (_name, type, size, expected) => expect(isAcceptablePicture({ name: 'a', type, size })).toBe(expected));

  it('takes a picture of a telephone whose type the system does not know', () => {
    expect(isAcceptablePicture({ name: 'IMG_0001.HEIC', type: '', size: 1 })).toBe(true);
  });
});
