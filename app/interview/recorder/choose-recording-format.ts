import type { RecordingSource } from './recording-source.js';

const FORMATS = {
  camera: {
    mp4: ['video/mp4;codecs=avc1.640028,mp4a.40.2', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2'],
    webm: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm'],
    /** A browser that only knows its container may fill it with any codec, so this comes last everywhere. */
    anyMp4: 'video/mp4',
  },
  microphone: {
    mp4: ['audio/mp4;codecs=mp4a.40.2'],
    webm: ['audio/webm;codecs=opus', 'audio/webm'],
    anyMp4: 'audio/mp4',
  },
} satisfies Record<RecordingSource, unknown>;

/**
 * The first recording format that this browser supports: phones encode AVC and AAC in hardware, desktops do WebM best.
 * Undefined leaves the choice to the browser.
 */
export function chooseRecordingFormat(
  source: RecordingSource,
  isPhone: boolean,
  isSupported: (mimeType: string) => boolean,
): string | undefined {
  const { mp4, webm, anyMp4 } = FORMATS[source];
  const wanted = isPhone ? [...mp4, ...webm, anyMp4] : [...webm, ...mp4, anyMp4];
  return wanted.find(isSupported);
}
