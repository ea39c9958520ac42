import { chooseRecordingFormat, isPhone, recordingConstraints, shapeCorrection } from './recording-settings.js';

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

const all = () => true;
const withoutAac = (mimeType: string) => !mimeType.includes('mp4a');
const only = (container: string) => (mimeType: string) => mimeType.startsWith(container);

describe('chooseRecordingFormat', () => {
  it('takes AVC and AAC in MP4 on a phone', () => {
    expect(chooseRecordingFormat('camera', true, all)).toBe('video/mp4;codecs=avc1.640028,mp4a.40.2');
  });

  it('takes VP9 and Opus in WebM on a desktop', () => {
    expect(chooseRecordingFormat('camera', false, all)).toBe('video/webm;codecs=vp9,opus');
  });

  it('takes VP8 where there is no VP9', () => {
    expect(chooseRecordingFormat('camera', false, (mimeType) => !mimeType.includes('vp9'))).toBe(
      'video/webm;codecs=vp8,opus',
    );
  });

  it('takes WebM on a phone without MP4, and MP4 on a desktop without WebM', () => {
    expect(chooseRecordingFormat('camera', true, only('video/webm'))).toBe('video/webm;codecs=vp9,opus');
    expect(chooseRecordingFormat('camera', false, only('video/mp4'))).toBe('video/mp4;codecs=avc1.640028,mp4a.40.2');
  });

  it('prefers WebM of a known codec to MP4 of any, as Chromium without AAC offers', () => {
    expect(chooseRecordingFormat('camera', true, withoutAac)).toBe('video/webm;codecs=vp9,opus');
  });

  it('takes AAC in MP4 for the voice alone on a phone, Opus in WebM on a desktop', () => {
    expect(chooseRecordingFormat('microphone', true, all)).toBe('audio/mp4;codecs=mp4a.40.2');
    expect(chooseRecordingFormat('microphone', true, withoutAac)).toBe('audio/webm;codecs=opus');
    expect(chooseRecordingFormat('microphone', false, all)).toBe('audio/webm;codecs=opus');
  });

  it('leaves the choice to a browser that supports none of them', () => {
    expect(chooseRecordingFormat('camera', true, () => false)).toBeUndefined();
  });
});

describe('isPhone', () => {
  it.each([
    ['a phone upright', 360, 800, true, true],
    ['a phone on its side', 800, 360, true, true],
    ['a tablet', 820, 1180, true, false],
    ['a desktop', 1440, 900, false, false],
    ['a small screen with a mouse', 640, 480, false, false],
  ])('%s', (_name, screenWidth, screenHeight, hasCoarsePointer, expected) => {
    expect(isPhone({ screenWidth, screenHeight, hasCoarsePointer })).toBe(expected);
  });
});
