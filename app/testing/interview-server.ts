import { createHash } from 'node:crypto';
import type { AnswerPiece, AnswerVideo, SaveAnswerRequest } from '../../api/contract/interview/answers.js';
import type { Consent } from '../../api/contract/consent/consent.js';
import type { HelpedThing, Helpers } from '../../api/contract/people/helpers.js';
import { PRIVACY } from '../../api/contract/consent/privacy.js';
import type { CurrentUser, UnclaimedBeginning } from '../../api/contract/people/participants.js';
import { KNOWN_PHOTOS_PATH, PHOTOS_PATH } from '../../api/contract/people/photos.js';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { type RecordingDraft, recordingDraftPath } from '../../api/contract/interview/recording-drafts.js';
import type { WrittenAnswer } from '../../api/contract/interview/written-answers.js';
import type { StartUploadRequest } from '../../api/contract/media/uploads.js';
import { RECORDED } from './fake-camera.js';
import { NOT_FOUND, ScreenServer } from './screen-server.js';

export const ANNA: CurrentUser = {
  id: 'anna',
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.org',
  status: 'in_progress',
  photosNeeded: true,
  isEmailProven: true,
  keptUnder: ['anna'],
  openSince: '2026-11-20T08:00:00.000Z',
  unclaimed: null,
};

/** What somebody began under an e-mail before its owner came. */
export const UNCLAIMED: UnclaimedBeginning = {
  firstName: 'Eve',
  lastName: 'Else',
  instagram: null,
  tiktok: null,
  isSubmitted: false,
  answers: 2,
  photos: 0,
  begunAt: '2026-11-01T10:00:00.000Z',
  lastAt: '2026-11-02T10:00:00.000Z',
};

/** Whoever was asked before. */
export const CONSENT_GIVEN: Consent = {
  recording: 'given',
  version: PRIVACY.version,
  guardian: null,
  transcription: null,
  sound: null,
};

const QUESTIONS: InterviewQuestion[] = ['Life before', 'Life today'].map((title, index) => ({
  id: index + 1,
  sequence: index + 1,
  title,
  text: `Tell us about ${title.toLowerCase()}.`,
  starterPhrase: null,
}));

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

export function pieceOf(id: string, changes: Partial<AnswerPiece> = {}): AnswerPiece {
  return {
    id,
    videoUrl: `/api/videos/piece/${id}`,
    mimeType: 'video/webm',
    durationSeconds: 3,
    preparation: { state: 'ready', problem: null },
    proof: { state: 'proven', problem: null },
    fileSize: RECORDED.length,
    sha256: sha256Of(RECORDED),
    createdAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  };
}

export function answerTo(questionId: number, changes: Partial<AnswerVideo> = {}): AnswerVideo {
  const { sha256 = sha256Of(RECORDED), fileSize = RECORDED.length } = changes;
  return {
    id: `answer-${questionId}`,
    pieces: [pieceOf(`answer-${questionId}`, { sha256, fileSize })],
    isJoined: true,
    questionId,
    title: 'An answer',
    videoUrl: `/api/videos/stream/answer-${questionId}`,
    mimeType: 'video/webm',
    posterUrl: null,
    durationSeconds: 3,
    preparation: { state: 'ready', problem: null },
    proof: { state: 'proven', problem: null },
    fileSize: RECORDED.length,
    sha256: sha256Of(RECORDED),
    createdAt: '2026-11-20T10:00:00.000Z',
    isChosen: true,
    earlierRecordings: [],
    ...changes,
  };
}

/** What the server has of a recording that was not saved; nobody records it any more. */
export function draftOf(questionId: number, changes: Partial<RecordingDraft> = {}): RecordingDraft {
  const { uploadId = 'd1' } = changes;
  return {
    uploadId,
    questionId,
    filename: 'story.webm',
    mimeType: 'video/webm',
    isAddition: false,
    videoUrl: recordingDraftPath(uploadId),
    bytes: 7,
    durationSeconds: 3,
    recordedAt: '2026-11-21T10:00:00.000Z',
    keptUntil: '2026-11-22T10:00:00.000Z',
    isGrowing: false,
    mayGoOn: false,
    totalChunks: 2,
    ...changes,
  };
}

/** A server with one participant, whose recordings it takes as the fake camera makes them. */
export class InterviewServer extends ScreenServer {
  answers: AnswerVideo[] = [];
  written: WrittenAnswer[] = [];
  /** What helpers have added. */
  helped: HelpedThing[] = [];

  /** What is followed of the photos is what there is of them. */
  override on(...[call, reply]: Parameters<ScreenServer['on']>): this {
    if (call === `GET ${PHOTOS_PATH}`) super.on(`GET ${KNOWN_PHOTOS_PATH}`, reply);
    return super.on(call, reply);
  }

  constructor(user: CurrentUser | null = ANNA) {
    super();
    this.on('GET /api/auth/user', user ? { body: user } : { status: 401, body: { message: 'Unauthorized' } });
    this.on('GET /api/questions', { body: QUESTIONS });
    this.on('GET /api/videos', () => ({ body: this.answers }));
    this.on('GET /api/written-answers', () => ({ body: this.written }));
    this.on('GET /api/helpers', () => ({ body: { links: [], added: this.helped } satisfies Helpers }));
    this.on('GET /api/recording-drafts', { body: [] });
    // What is recorded is sent when it is saved, unless a spec takes it before.
    this.on('POST /api/recording-drafts', { status: 409, body: { code: 'too_many_drafts', message: 'Not now.' } });
    this.on('GET /api/uploads/room', { status: 204 });
    this.on('GET /api/photos', { body: [] });
    this.on('PUT /api/reminder/held-draft', { status: 204 });
    this.on('DELETE /api/reminder/held-draft', { status: 204 });
    this.on('GET /api/consent', { body: CONSENT_GIVEN });
    let totalSize = 0;
    this.on('POST /api/uploads/start', ({ body }) => {
      ({ totalSize } = body as StartUploadRequest);
      return { status: 201, body: { uploadId: 'u1' } };
    });
    this.on('POST /api/uploads/chunk', { body: { complete: true, readyForProcessing: true } });
    this.on('GET /api/uploads/u1', NOT_FOUND);
    this.on('POST /api/uploads/process/u1', () => ({
      body: { uploadId: 'u1', fileSize: totalSize, sha256: sha256Of(RECORDED) },
    }));
    this.on('POST /api/videos/upload-cloud', ({ body }) => {
      const answer = answerTo((body as SaveAnswerRequest).questionId);
      this.answers = [...this.answers.filter(({ questionId }) => questionId !== answer.questionId), answer];
      return { status: 201, body: answer };
    });
  }
}
