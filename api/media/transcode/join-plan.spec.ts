import { joinPlan } from './join-plan.js';
import type { ProbedVideo } from './video-tools.js';

function video(durationSeconds: number, size: [number, number] | null, channels = 1): ProbedVideo {
  const about = { codec: 'vp8', pixelFormat: 'yuv420p', isInterlaced: false, isHdr: false, bitRate: 0, headBytes: 0 };
  return {
    durationSeconds,
    picture: size && { ...about, width: size[0], height: size[1] },
    sound: channels > 0 ? { codec: 'opus', channels, headBytes: 0 } : null,
  };
}

describe('the plan of a join', () => {
  it('is as large and as upright as most of what was recorded', () => {
    const pieces = [video(5, [720, 1280]), video(9, [1280, 720]), video(6, [1080, 1920]), video(60, null)];
    expect(joinPlan(pieces)).toMatchObject({ size: { width: 1080, height: 1920 }, channels: 1 });
    expect(joinPlan([video(5, [720, 1280]), video(9, [3840, 2160])]).size).toEqual({ width: 1920, height: 1080 });
  });

  it('gives picture and sound the same length, to the sample', () => {
    const { pieces } = joinPlan([video(1.017, [90, 160]), video(0.001, [90, 160])]);
    expect(pieces).toMatchObject([
      { frames: 31, samples: 49_600 },
      { frames: 1, samples: 1_600 },
    ]);
  });

  it('fills the frame where the shapes are alike, else it keeps the whole picture', () => {
    const { pieces } = joinPlan([video(9, [1080, 1920]), video(1, [1216, 2160]), video(1, [640, 360]), video(1, null)]);
    expect(pieces.map(({ scaled }) => scaled)).toEqual([
      { width: 1080, height: 1920 },
      { width: 1080, height: 1920 },
      { width: 1080, height: 608 },
      null,
    ]);
  });

  it('is without a picture for voices alone, and without sound where nobody is heard', () => {
    expect(joinPlan([video(1, null), video(1, null, 2)])).toMatchObject({ size: null, channels: 2 });
    expect(joinPlan([video(1, [90, 160], 0)]).channels).toBeNull();
  });
});
