import { recordingConstraints, shapeCorrection } from './recording-constraints.js';

describe('recording constraints', () => {
  it('prefer 1080x1920 on a desktop', () => {
    expect(recordingConstraints('camera', false).video).toEqual({
      width: { ideal: 1080 },
      height: { ideal: 1920 },
      aspectRatio: { ideal: 9 / 16 },
    });
  });

  it('ask a phone for the camera that faces the person', () => {
    expect(recordingConstraints('camera', true).video).toMatchObject({ facingMode: 'user', width: { ideal: 1920 } });
  });

  it('leave the camera off for the voice alone', () => {
    expect(recordingConstraints('microphone', true)).toMatchObject({ video: false, audio: { echoCancellation: true } });
  });

  it('clean the sound', () => {
    expect(recordingConstraints('camera', false).audio).toEqual({
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });
  });

  it.each([
    [1080, 1920],
    [1216, 2160],
    [720, 1280],
  ])('leave %ix%i as it is', (width, height) => expect(shapeCorrection({ width, height })).toBeNull());

  it.each([
    [1080, 720],
    [1280, 720],
    [640, 480],
  ])('ask only for the ratio when a webcam answers with %ix%i', (width, height) => {
    expect(shapeCorrection({ width, height })).toEqual({ aspectRatio: { ideal: 9 / 16 } });
  });
});
