import { fittingSize, playablePlan } from './playable-plan.js';
import type { ProbedPicture } from './video-tools.js';

const FINE: ProbedPicture = {
  codec: 'h264',
  pixelFormat: 'yuv420p',
  width: 1080,
  height: 1920,
  isInterlaced: false,
  isHdr: false,
  bitRate: 4_000_000,
};
const plan = (picture: Partial<ProbedPicture> | null, sound: { codec: string; channels: number } | null = null) =>
  playablePlan({ durationSeconds: 1, picture: picture && { ...FINE, ...picture }, sound });

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
