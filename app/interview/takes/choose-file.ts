import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../../api/contract/limits.js';
import type { BegunTake, Take, TakeCopy } from '../recorder/take.js';

/** Whether a chosen file can be an answer: a video, not empty, at most 500 MB. The server looks into the file itself. */
export function isAcceptableVideo({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return type.startsWith('video/') && size > 0 && size <= VIDEO_MAX_BYTES;
}

/** A chosen file as a take. It is copied in the background, so that saving it survives a closed page. */
export function takeOfFile(file: File, beginCopy: (take: BegunTake) => TakeCopy): Take {
  const begun: BegunTake = {
    origin: 'chosen',
    mimeType: file.type,
    filename: file.name,
    recordedAt: new Date(),
  };
  const copy = beginCopy(begun);
  for (let at = 0; at < file.size; at += UPLOAD_CHUNK_BYTES) copy.add(file.slice(at, at + UPLOAD_CHUNK_BYTES), null);
  copy.finish();
  return { ...begun, blob: file, durationSeconds: null, copy };
}
