import { chooseRecordingFormat } from './choose-recording-format.js';

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
