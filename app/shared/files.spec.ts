import { isPicture, isSound, isVideo, PICTURE_KINDS, SOUND_KINDS, VIDEO_KINDS } from './files.js';

const kinds = (name: string, type = '') =>
  Object.entries({ isPicture, isVideo, isSound }).flatMap(([kind, is]) => (is({ name, type }) ? kind : []));

describe('the kind of a chosen file', () => {
  it.each([
    ['IMG_1.HEIC', ['isPicture']],
    ['00001.MTS', ['isVideo']],
    ['clip.mkv', ['isVideo']],
    ['memo.m4a', ['isSound']],
    ['notes.txt', []],
    ['mts', []],
  ])('is told by its name where the system knows no type: %s', (name, expected) => {
    expect(kinds(name)).toEqual(expected);
  });

  it('is the type that the system knows, whatever the name', () => {
    expect(kinds('00001.mts', 'image/png')).toEqual(['isPicture']);
    expect(kinds('memo.m4a', 'text/plain')).toEqual([]);
  });

  it('is offered by the picker as it is accepted', () => {
    expect(PICTURE_KINDS).toBe('image/*,.heic,.heif');
    expect(VIDEO_KINDS.split(',')).toEqual(expect.arrayContaining(['video/*', '.mts', '.m2ts']));
    expect(SOUND_KINDS.split(',')).toEqual(expect.arrayContaining(['audio/*', '.m4a']));
  });
});
