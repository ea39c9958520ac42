import { isSound, isVideo } from '../../shared/files.js';
import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';

/** One finished recording, or a chosen file, that the server does not have yet. */
export interface Recording {
  blob: Blob;
  origin: RecordingOrigin;
  /** As the recorder named it, with codecs; of a chosen file as the browser did. */
  mimeType: string;
  /** Name for the upload and for a download. */
  filename: string;
  /** Null when only the file itself knows. */
  durationSeconds: number | null;
  recordedAt: Date;
  /** What the recorder may have missed while it began and ended; absent of a draft that was opened. */
  lagSeconds?: number;
  /** Whether something was heard, and seen; absent where nobody can tell. */
  hasSound?: boolean;
  hasPicture?: boolean;
  /** It is known not to be whole; what plays of it is wanted. */
  keepsFlawed?: boolean;
  /** Of a draft that ends before the recording did: the server may have more of it. */
  isCutShort?: boolean;
  /** It goes on from the answer that there is. */
  isAddition?: boolean;
  /** The answer that was known when it was recorded, see SaveAnswerRequest; absent where that was not noted. */
  insteadOf?: string | null;
  /** The upload session that an earlier try to save it left behind. */
  uploadId?: string;
  draft: DraftWriter;
}

/** What is known of a recording when its first piece is there. */
export type BegunRecording = Pick<Recording, 'origin' | 'mimeType' | 'filename' | 'recordedAt' | 'isAddition'>;

/** A recording that begins, and the question to which it belongs. */
export type NewRecording = BegunRecording & Pick<Recording, 'insteadOf'> & { questionId: number };

/** `camera-app`: a file that the device's own camera app made for this page. Some keep no other copy of it. */
export type RecordingOrigin = 'recorded' | FileOrigin;

/** `chosen`: its owner has it. */
export type FileOrigin = 'chosen' | 'camera-app';

export type ChooseFile = (file: File, origin: FileOrigin) => void;

/**
 * What the recorder hands over. `begun`: nothing has come, and nothing need have; `at-stop`: it comes at Stop alone; `none`: nothing has come though it should
 * have; `flowing`; `stalled`: no more has come for a while.
 */
export type RecorderFlow = 'begun' | 'at-stop' | 'none' | 'flowing' | 'stalled';

/** Why a recording ended though nobody pressed Stop. */
export type Interruption = 'source-lost' | 'recorder-failed' | 'size-limit' | PauseReason;

/** Why a recording is paused. Where the browser cannot pause, it ends the recording instead. */
export type PauseReason = 'paused' | 'page-hidden';

/**
 * Whether its person wants a recording as an answer. `none`: they have not said so. `sent`: it is sent, also when the page is opened
 * anew, without asking again; `halted`: not before they do something, in the tab that has it. `over`: it was tried, and is with
 * them again; or the server has it.
 */
export type DraftUse = 'none' | 'sent' | 'halted' | 'over';

/**
 * What this browser keeps of a recording until the server has it. Nothing here throws or holds the recording up: a
 * browser that cannot keep it says so elsewhere.
 */
export interface DraftWriter {
  /** The next piece, and how long the recording is with it. */
  add: (piece: Blob, durationSeconds: number | null) => void;
  /** No piece follows. */
  finish: () => void;
  /** The upload session under which it is being saved; undefined when the next try needs a new one. */
  noteUpload: (uploadId: string | undefined) => void;
  /** What has become of it. `isStored`: the server has it, and looks through it. */
  noteUse: (use: DraftUse, isStored?: boolean) => void;
  /** The server has the recording, or nobody wants it: then what was sent of it goes, too. */
  remove: () => void;
  /** It stays as it is, for whoever looks next: the server has it, and has not looked through it yet. */
  leave: () => void;
  /** Of a recording that is sent while it is recorded: stops that. Resolves with the upload that has what was sent. */
  stopSending?: () => Promise<string | undefined>;
  /** What the server has of it stays there when this is removed: it has become an answer. */
  keepUpload?: () => void;
}

/** Whether a chosen file can be an answer: video or sound, not empty, at most 500 MB. The server looks into the file itself. */
export function isAcceptableRecording(file: Pick<File, 'name' | 'type' | 'size'>): boolean {
  return (isVideo(file) || isSound(file)) && file.size > 0 && file.size <= VIDEO_MAX_BYTES;
}

/** A chosen file as a recording. It is copied in the background, so that saving it survives a closed page. */
export function recordingOfFile(
  file: File,
  origin: FileOrigin,
  isAddition: boolean,
  beginDraft: (recording: BegunRecording) => DraftWriter,
): Recording {
  const begun: BegunRecording = {
    origin,
    mimeType: file.type || 'application/octet-stream',
    filename: file.name,
    recordedAt: new Date(),
    isAddition,
  };
  const draft = beginDraft(begun);
  for (let at = 0; at < file.size; at += UPLOAD_CHUNK_BYTES) draft.add(file.slice(at, at + UPLOAD_CHUNK_BYTES), null);
  draft.finish();
  return { ...begun, blob: file, durationSeconds: null, draft };
}

const PREFIX = 'my-me-cfs-story';

/** Endings of types that are not WebM; anything unknown is called what the product promises, `.webm`. */
const ENDINGS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'audio/mp4': 'm4a',
};

/** Name of a downloaded or uploaded recording: prefix, moment of recording in UTC, real ending. */
export function recordingFilename(mimeType: string, recordedAt: Date): string {
  const moment = recordedAt.toISOString().slice(0, 19).replaceAll(':', '-').replace('T', '-');
  return `${PREFIX}-${moment}.${ENDINGS[baseMimeType(mimeType)] ?? 'webm'}`;
}

/** The type without its parameters: `video/webm` of `video/webm;codecs=vp9,opus`. */
export function baseMimeType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whole seconds as mm:ss; minutes go on beyond 59. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
