import {
  type AnswerPiece,
  ANSWERS_PATH,
  type AnswerVideo,
  SAVE_ANSWER_PATH,
  type SaveAnswerRequest,
  type SaveAnswerResponse,
  type StoredRecording,
} from '../../../api/contract/interview/answers.js';
import { excerpt } from '../../../api/contract/common/excerpt.js';
import { CURRENT_USER_PATH, type CurrentUser } from '../../../api/contract/people/participants.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { type RecordingDraft, RECORDING_DRAFTS_PATH } from '../../../api/contract/interview/recording-drafts.js';
import type { CloseUploadRequest, ProcessUploadResponse } from '../../../api/contract/media/uploads.js';
import {
  HttpError,
  isSignedOut,
  isTransient,
  NetworkFailure,
  OUT_OF_SPACE,
  SomeoneElseError,
} from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import type { SendBody } from '../../shared/http/send-body.js';
import { UploadError } from '../../shared/http/upload-error.js';
import { ChunkCutError, PARTICIPANT_UPLOADS, uploadFile } from '../../shared/http/upload-file.js';
import { UPLOAD_PROGRESS_CHUNKS_END } from '../../../api/contract/common/screen-numbers.js';
import { beginOpenUpload, completeOpenUpload } from '../sent-drafts/open-upload.js';
import { PartSize } from '../sent-drafts/part-size.js';
import { removeUpload } from '../sent-drafts/unwanted-uploads.js';
import { withRetries } from '../../shared/http/with-retries.js';
import { readHandedOver } from '../recorder/handed-over.js';
import { baseMimeType, formatDuration, type Recording } from '../recorder/recording.js';
import type { SaveFailure } from '../recorder/recorder-state.js';
import { sha256 } from '../../shared/http/sha256.js';

/** Whose answer it is to which question. */
export interface AnswerPlace {
  participantId: string;
  question: InterviewQuestion;
  /** The answer that is known here, see SaveAnswerRequest. */
  insteadOf: string | null;
}

interface SaveAnswerOptions {
  /** See uploadFile. */
  onSession: (uploadId: string) => void;
  onProgress: (percent: number) => void;
  onTrouble: () => void;
  /** Ends it between two tries. */
  signal?: AbortSignal;
  /** Other addresses and transport, for specs. */
  routes?: typeof ROUTES;
  send?: SendBody;
  retryDelaysMs?: readonly number[];
}

/** In the middle of one chunk, before smaller parts are sent. */
const MAX_CUTS = 2;

const ROUTES = {
  ...PARTICIPANT_UPLOADS,
  user: CURRENT_USER_PATH,
  answers: ANSWERS_PATH,
  drafts: RECORDING_DRAFTS_PATH,
  save: SAVE_ANSWER_PATH,
};

/**
 * Stores a recording as an answer, and returns only when the server's copy is the same, byte for byte.
 * Throws UploadError, HttpError, NetworkFailure, DamagedUploadError or SomeoneElseError.
 */
export async function saveAnswer(
  place: AnswerPlace,
  recording: Recording,
  options: SaveAnswerOptions,
): Promise<SaveAnswerResponse> {
  return new SaveAttempt(place, recording, options).run();
}

class SaveAttempt {
  private readonly routes: typeof ROUTES;
  /** Read once, beside what else takes its time. */
  private readonly length: Promise<RecordedLength>;
  /** Uploads of this recording. Once one has become the answer, what came by the others is not needed. */
  private readonly begun = new Set<string>();

  constructor(
    private readonly place: AnswerPlace,
    private readonly recording: Recording,
    private readonly options: SaveAnswerOptions,
  ) {
    this.routes = options.routes ?? ROUTES;
    this.length = readLength(recording);
  }

  async run(): Promise<SaveAnswerResponse> {
    await this.checkPerson();
    const hashing = sha256(this.recording.blob);
    // A failure is told where it is needed.
    hashing.catch(() => undefined);
    const { draft } = this.recording;
    const sentId = (await draft.stopSending?.()) ?? this.recording.uploadId;
    const stored = this.recording.uploadId && (await this.findStored(await hashing));
    if (stored) {
      draft.keepUpload?.();
      return stored;
    }
    const answer = await this.keep(hashing, sentId).catch((error: unknown) => {
      // Lost between upload and answer: the recording is here, so it is sent once more from the start.
      if (error instanceof HttpError && error.status === 410) return this.keep(hashing, undefined);
      throw error;
    });
    draft.keepUpload?.();
    return answer;
  }

  private async keep(hashing: Promise<string>, uploadId: string | undefined): Promise<SaveAnswerResponse> {
    const uploaded = await this.upload(uploadId);
    const here: StoredFile = { fileSize: this.recording.blob.size, sha256: await hashing };
    const isMore = this.recording.isCutShort === true && uploaded.fileSize > here.fileSize;
    if (!isMore) assertSame(here, uploaded);
    const body = this.body(uploaded, isMore ? {} : await this.readTold());
    // Naming the same upload twice gives the same answer, so a lost response may be asked for again.
    const answer = await this.call<SaveAnswerResponse>('POST', this.routes.save, body);
    assertSame(uploaded, pieceOf(answer, uploaded.sha256) ?? answer);
    const givenUp = [...this.begun].filter((id) => id !== uploaded.uploadId);
    await Promise.all(givenUp.map((id) => removeUpload(id, this.routes)));
    return answer;
  }

  /** In another tab this browser may have been signed in as someone else, whose answer this must not become. */
  private async checkPerson(): Promise<void> {
    const { id } = await this.call<CurrentUser>('GET', this.routes.user);
    if (id !== this.place.participantId) throw new SomeoneElseError();
  }

  /** An earlier try may have been stored though its answer never arrived; then its upload session has ended. */
  private async findStored(hash: string): Promise<AnswerVideo | undefined> {
    const answers = await this.call<AnswerVideo[]>('GET', this.routes.answers);
    const recordings = answers.flatMap((answer) => [answer, ...answer.earlierRecordings.map(alone)]);
    return recordings.find((one) => one.questionId === this.place.question.id && pieceOf(one, hash));
  }

  private async upload(uploadId: string | undefined): Promise<ProcessUploadResponse> {
    const { blob, filename, mimeType } = this.recording;
    if (uploadId !== undefined) this.begun.add(uploadId);
    const sent = uploadId === undefined ? null : await this.completeSent(uploadId);
    if (sent) {
      // From now on the next try asks first whether this one was stored.
      this.noteSession(sent.uploadId);
      return sent;
    }
    const type = baseMimeType(mimeType);
    try {
      const onSession = (id: string) => this.noteSession(id);
      const options = { ...this.options, onSession, filename, mimeType: type, uploadId, maxCuts: MAX_CUTS };
      return await uploadFile(this.routes, blob, options);
    } catch (error) {
      if (error instanceof UploadError && error.cause instanceof ChunkCutError) return this.sendInParts();
      throw error;
    }
  }

  /** What is cut before a whole chunk has arrived goes as what is sent while it is recorded does: in parts of any size. */
  private async sendInParts(): Promise<ProcessUploadResponse> {
    const { filename, mimeType, isAddition = false, blob } = this.recording;
    const about = { questionId: this.place.question.id, filename, mimeType: baseMimeType(mimeType), isAddition };
    const uploadId = await this.retried(() => beginOpenUpload(about, this.routes.drafts));
    this.noteSession(uploadId);
    const sent = await this.completeSent(uploadId, PartSize.below(blob.size));
    // Removed while it was sent: as with any upload that went away, it is begun anew.
    if (!sent) throw new NetworkFailure('network');
    return sent;
  }

  private noteSession(uploadId: string): void {
    this.begun.add(uploadId);
    this.options.onSession(uploadId);
  }

  /** Goes on with what was sent while it was recorded; null when the upload was no such one, or cannot go on. */
  private completeSent(uploadId: string, parts?: PartSize): Promise<ProcessUploadResponse | null> {
    const { send, retryDelaysMs, onProgress, onTrouble, signal } = this.options;
    return completeOpenUpload(uploadId, this.recording.blob, {
      routes: this.routes,
      parts,
      isBeginning: this.recording.isCutShort,
      send,
      retryDelaysMs,
      signal,
      onTrouble,
      onShare: (share) => onProgress(Math.floor(share * UPLOAD_PROGRESS_CHUNKS_END)),
    });
  }

  private call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return this.retried(() => request<T>(method, path, body));
  }

  private retried<T>(run: () => Promise<T>): Promise<T> {
    const { retryDelaysMs: delaysMs, onTrouble: onWait, signal } = this.options;
    return withRetries(run, { delaysMs, onWait, signal });
  }

  /** How long it is: of what is here, which may be the beginning alone. */
  private async readTold(): Promise<Partial<SaveAnswerRequest>> {
    const { durationSeconds } = this.recording;
    const duration = durationSeconds === null ? {} : { duration: formatDuration(durationSeconds) };
    return { ...duration, ...(await this.length) };
  }

  private body({ uploadId, fileSize }: ProcessUploadResponse, told: Partial<SaveAnswerRequest>): SaveAnswerRequest {
    const { mimeType, isAddition, hasSound, hasPicture, keepsFlawed } = this.recording;
    const { question, insteadOf } = this.place;
    return toRequest(question, {
      uploadId,
      mimeType,
      ...told,
      hasSound,
      hasPicture,
      keepsFlawed,
      fileSize,
      ...(isAddition ? { isAddition } : { insteadOf }),
    });
  }
}

type StoredFile = Pick<StoredRecording, 'fileSize' | 'sha256'>;

function assertSame(sent: StoredFile, stored: StoredFile): void {
  if (stored.fileSize !== sent.fileSize || stored.sha256 !== sent.sha256) throw new DamagedUploadError();
}

/**
 * Ends the upload of a recording draft with what has come of it, and saves that as the answer, or as a further piece of
 * `answer` where it was recorded as one. How long was recorded is not sent: only the device that did it knew.
 */
export async function saveDraft(
  draft: RecordingDraft,
  question: InterviewQuestion,
  answer: AnswerVideo | null,
): Promise<SaveAnswerResponse> {
  const { uploadId, bytes, totalChunks, isAddition, mimeType, recordedAt, insteadOf } = draft;
  const totals: CloseUploadRequest = { totalSize: bytes, totalChunks };
  // Each may be asked again: it comes to the same.
  await withRetries(() => request<ProcessUploadResponse>('POST', PARTICIPANT_UPLOADS.process(uploadId), totals));
  // Who recorded this did not know of what was saved since: then it is asked about.
  const known = knownAnswer(new Date(recordedAt), answer, insteadOf);
  const body = toRequest(question, {
    uploadId,
    mimeType,
    // What its device had not sent any more is known to be missing.
    keepsFlawed: true,
    ...(isAddition && answer ? { isAddition } : { insteadOf: known }),
  });
  return withRetries(() => request<SaveAnswerResponse>('POST', SAVE_ANSWER_PATH, body));
}

/** What every saving sends; `recording` is what this one knows of it. */
function toRequest(
  question: InterviewQuestion,
  recording: Omit<SaveAnswerRequest, 'questionId' | 'title' | 'asksProof'>,
): SaveAnswerRequest {
  return { questionId: question.id, title: answerTitle(question), asksProof: true, ...recording };
}

/** Which answer was seen when a recording began: the one that was `noted` then; else the clock of its device says. */
export function knownAnswer(
  recordedAt: Date,
  answer: AnswerVideo | null | undefined,
  noted?: string | null,
): string | null {
  if (noted !== undefined) return noted;
  return answer && Date.parse(answer.createdAt) < recordedAt.getTime() ? answer.id : null;
}

/** The recording with these bytes, in what was stored. */
function pieceOf({ pieces }: StoredRecording, hash: string): AnswerPiece | undefined {
  return pieces.find(({ sha256: is }) => is === hash);
}

function alone(recording: StoredRecording): AnswerVideo {
  return { ...recording, earlierRecordings: [] };
}

type RecordedLength = Pick<SaveAnswerRequest, 'recordedSeconds' | 'lagSeconds' | 'pictureSeconds'>;

/** Of a draft of which only is known when its last piece came. */
const UNKNOWN_LAG_SECONDS = 1;

/** How long the page recorded, and how much of that the recorder handed over. */
async function readLength({ blob, origin, durationSeconds, lagSeconds }: Recording): Promise<RecordedLength> {
  if (durationSeconds === null) return {};
  // What cannot be read here is what the clock says; whether it plays is for the server to tell.
  const handedOver = origin === 'recorded' ? await readHandedOver(blob).catch(() => null) : null;
  const told = { recordedSeconds: durationSeconds, lagSeconds: lagSeconds ?? UNKNOWN_LAG_SECONDS };
  if (!handedOver) return told;
  const { picture, sound } = handedOver;
  const missed = Math.max(0, durationSeconds - (sound ?? picture ?? 0));
  return { ...told, lagSeconds: missed, ...(picture !== null && { pictureSeconds: picture }) };
}

const TITLE_TEXT_LENGTH = 30;

/** Title of an answer's video: the question's title and the first 30 characters of its text. */
export function answerTitle({ title, text }: InterviewQuestion): string {
  return `${title}: ${excerpt(text, TITLE_TEXT_LENGTH)}`;
}

/** What a failed save means for the next try. */
export interface FailedSave {
  failure: SaveFailure;
  /**
   * Whether the upload session is sound, so that the next try only sends what is missing. `once`: it may be, and may as well
   * be what the server fails over.
   */
  canResume: boolean | 'once';
  /** It goes by itself: nobody need be told. */
  isTransient?: boolean;
}

export function describeSaveFailure(error: unknown): FailedSave {
  const cause = error instanceof UploadError ? error.cause : error;
  if (cause instanceof HttpError && cause.code === 'story_deleted') return { failure: 'deleted', canResume: false };
  if (isSignedOut(cause)) return { failure: 'signed-out', canResume: true };
  const code = cause instanceof HttpError && cause.status === 409 ? cause.code : null;
  // The upload stands: once that is mended the recording is stored at once.
  if (code === 'submitted') return { failure: 'submitted', canResume: true };
  if (code === 'consent_missing') return { failure: 'not-agreed', canResume: true };
  if (code === 'recordings_full') return { failure: 'full', canResume: true };
  if (code === 'too_many_pieces') return { failure: 'pieces-full', canResume: true };
  // The upload stands, and can be used by whoever wants what plays of it.
  if (cause instanceof HttpError && cause.code === 'recording_flawed') return { failure: 'flawed', canResume: true };
  if (cause instanceof HttpError && cause.code === 'recording_unplayable') {
    return { failure: 'unplayable', canResume: true };
  }
  if (cause instanceof HttpError && cause.code === 'unsupported_media') return { failure: 'refused', canResume: false };
  if (cause instanceof HttpError && cause.code === 'daily_quota') return { failure: 'spent', canResume: true };
  if (isTransient(cause)) return { failure: 'failed', canResume: true, isTransient: true };
  // It says nothing against what has arrived.
  if (cause instanceof HttpError && cause.status === TOO_MANY) return { failure: 'failed', canResume: true };
  if (!(cause instanceof HttpError) || cause.status < SERVER_ERRORS) return { failure: 'failed', canResume: false };
  return cause.status === OUT_OF_SPACE
    ? { failure: 'no-room', canResume: true }
    : { failure: 'failed', canResume: 'once' };
}

const TOO_MANY = 429;
const SERVER_ERRORS = 500;

/** The server's copy differs from the recording. It must be sent again from the start. */
export class DamagedUploadError extends Error {
  constructor() {
    super('The stored recording differs from the one that was sent');
    this.name = 'DamagedUploadError';
  }
}
