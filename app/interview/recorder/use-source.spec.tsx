import { jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { MUTED_AFTER_MS, useMutedSource } from './use-source.js';

class Track extends EventTarget {
  muted = false;
  readyState = 'live';

  set(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
}

let tracks: [camera: Track, microphone: Track];
let told: number;

function watch(isRecording = true) {
  const stream = { getTracks: () => tracks } as unknown as MediaStream;
  return renderHook((rolling: boolean) => useMutedSource(stream, rolling, () => told++), { initialProps: isRecording });
}

beforeEach(() => {
  jest.useFakeTimers();
  tracks = [new Track(), new Track()];
  told = 0;
});
afterEach(() => jest.useRealTimers());

it.each([0, 1])('tells that track %i gives nothing for a while', (number) => {
  watch();
  tracks[number]!.set(true);
  jest.advanceTimersByTime(MUTED_AFTER_MS - 1);
  expect(told).toBe(0);
  jest.advanceTimersByTime(1);
  expect(told).toBe(1);
});

it('does not where it goes on by itself, or is gone: that is another matter', () => {
  watch();
  tracks[0].set(true);
  tracks[0].set(false);
  tracks[1].set(true);
  tracks[1].readyState = 'ended';
  jest.advanceTimersByTime(2 * MUTED_AFTER_MS);
  expect(told).toBe(0);
});

it('tells it of what is muted already when somebody goes on', () => {
  tracks[1].muted = true;
  const { rerender } = watch(false);
  jest.advanceTimersByTime(2 * MUTED_AFTER_MS);
  expect(told).toBe(0);
  rerender(true);
  jest.advanceTimersByTime(MUTED_AFTER_MS);
  expect(told).toBe(1);
});

it('tells nothing once the recording is over', () => {
  const { rerender } = watch();
  tracks[0].set(true);
  rerender(false);
  tracks[1].set(true);
  jest.advanceTimersByTime(2 * MUTED_AFTER_MS);
  expect(told).toBe(0);
});
