import { bareContainer, fittingSize, playablePlan } from './rendition-plan.js';
import type { ProbedPicture, ProbedSound, ProbedVideo } from './video-tools.js';

const FINE: ProbedPicture = {
  codec: 'h264',
  pixelFormat: 'yuv420p',
  width: 1080,
  height: 1920,
  isInterlaced: false,
  isHdr: false,
  bitRate: 4_000_000,
  headBytes: 40,
};
const probed = (picture: Partial<ProbedPicture> | null, sound: ProbedSound | null): ProbedVideo => ({
  durationSeconds: 1,
  picture: picture && { ...FINE, ...picture },
  sound,
});
const plan = (picture: Partial<ProbedPicture> | null, sound: { codec: string; channels: number } | null = null) =>
  playablePlan(probed(picture, sound && { ...sound, headBytes: 2 }));

describe('fittingSize', () => {
  it.each([
    [1080, 1920, 1080, 1920],
    [2160, 3840, 1080, 1920],
    [3840, 2160, 1920, 1080],
    [1216, 2160, 1080, 1918],
    [4000, 1000, 1920, 480],
    [3000, 3000, 1080, 1080],
    [91, 161, 92, 162],
    [1, 1, 2, 2],
  ])('shows %i × %i as %i × %i', (width, height, fittingWidth, fittingHeight) => {
    expect(fittingSize({ width, height })).toEqual({ width: fittingWidth, height: fittingHeight });
  });
});

describe('playablePlan', () => {
  it('copies what every player takes', () => {
    expect(plan({}, { codec: 'aac', channels: 2 })).toEqual({ picture: 'copy', sound: 'copy' });
    expect(plan({ width: 720, height: 577, pixelFormat: 'yuvj420p' })).toEqual({ picture: 'copy', sound: null });
  });

  it.each<[string, Partial<ProbedPicture>]>([
    ['another codec', { codec: 'hevc' }],
    ['ten bits', { pixelFormat: 'yuv420p10le' }],
    ['finer colours', { pixelFormat: 'yuv444p' }],
    ['half frames', { isInterlaced: true }],
    ['bright colours', { isHdr: true }],
    ['a heavy stream', { bitRate: 50_000_000 }],
  ])('encodes %s anew', (_name, picture) => {
    expect(plan(picture).picture).toEqual({ width: 1080, height: 1920 });
  });

  it('encodes what is too large in a size that fits', () => {
    expect(plan({ width: 2160, height: 3840 }).picture).toEqual({ width: 1080, height: 1920 });
  });

  it.each([
    ['opus', 2],
    ['aac', 6],
  ])('encodes sound of %s with %i channels anew beside a picture that is copied', (codec, channels) => {
    expect(plan({}, { codec, channels })).toEqual({ picture: 'copy', sound: 'encode' });
  });

  describe('refuses', () => {
    it('sound alone', () => {
      expect(() => plan(null, { codec: 'aac', channels: 1 })).toThrow('no picture');
    });
  });
});

const container = (picture: string | null, sound: string | null, headBytes = 4) =>
  bareContainer(
    probed(
      picture === null ? null : { codec: picture, headBytes },
      sound === null ? null : { codec: sound, channels: 2, headBytes },
    ),
  );

describe('bareContainer', () => {
  it.each([
    ['h264', 'aac', 'mp4'],
    ['h264', 'opus', 'mp4'],
    ['h264', null, 'mp4'],
    [null, 'aac', 'mp4'],
    ['vp8', 'opus', 'webm'],
    ['vp9', null, 'webm'],
    [null, 'opus', 'webm'],
  ])('lets %s with %s stand as they are', (picture, sound, expected) => {
    expect(container(picture, sound)).toBe(expected);
  });

  it.each([
    ['hevc', 'aac', 'keeps texts before its pictures'],
    ['av1', 'opus', 'keeps texts between its pictures'],
    ['mjpeg', null, 'is pictures with place and camera'],
    ['vp8', 'vorbis', 'keeps its comments before the sound'],
    ['h264', 'pcm_s16le', 'is for no browser'],
    ['vp9', 'aac', 'fits no container of a browser'],
    [null, 'mp3', 'keeps what it likes between the sounds'],
  ])('waits for the conversion of %s with %s, which %s', (picture, sound, _why) => {
    expect(container(picture, sound)).toBeNull();
  });

  it('waits for the conversion where more stands before the sound than its decoder needs', () => {
    expect(container('h264', 'aac', 41)).toBeNull();
    expect(container('vp8', null, 41)).toBeNull();
    expect(bareContainer(probed({ codec: 'h264', headBytes: 5000 }, null))).toBe('mp4');
  });
});
