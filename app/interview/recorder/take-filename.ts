const PREFIX = 'my-me-cfs-story';

/** Endings of types that are not WebM; anything unknown is called what the product promises, `.webm`. */
const ENDINGS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'audio/mp4': 'm4a',
};

/** Name of a downloaded or uploaded take: prefix, moment of recording in UTC, real ending. */
export function takeFilename(mimeType: string, recordedAt: Date): string {
  const moment = recordedAt.toISOString().slice(0, 19).replaceAll(':', '-').replace('T', '-');
  return `${PREFIX}-${moment}.${ENDINGS[baseMimeType(mimeType)] ?? 'webm'}`;
}

/** The type without its parameters: `video/webm` of `video/webm;codecs=vp9,opus`. */
export function baseMimeType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}
