import type { UpdateStatusRequest, UpdateStatusResponse } from '../../api/contract/participants.js';
import { PHOTO_TOASTS } from '../photos/photos.messages.js';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { FINISH_MESSAGES } from './interview.messages.js';
import { NotedPeople } from './noted-people.js';

export type SubmitOutcome =
  | { kind: 'stored' }
  /** No answer, or a server in trouble: the thank-you is shown and it is tried again later. */
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  /** Something is missing, or too much was asked; `message` says what. */
  | { kind: 'refused'; code: string | null; message: string | null };

/** Hands the story in. Never throws. */
export async function submitStory(): Promise<SubmitOutcome> {
  const body: UpdateStatusRequest = { status: 'submitted' };
  try {
    await request<UpdateStatusResponse>('PATCH', '/api/user/status', body);
    return { kind: 'stored' };
  } catch (error) {
    return outcomeOf(error);
  }
}

export function outcomeOf(error: unknown): SubmitOutcome {
  if (!(error instanceof HttpError) || error.status >= 500) return { kind: 'unreachable' };
  if (error.status === 401) return { kind: 'signed-out' };
  return { kind: 'refused', code: error.code, message: error.serverMessage };
}

/** Where a person is led when the story cannot be handed in yet, and what is said to that. */
export interface Missing {
  step: 'question' | 'finish';
  toast: { title: string; description: string };
}

/** Reads a refusal of Submit by its code. All but missing answers is mended at the last step itself. */
export function whatIsMissing({ code, message }: { code: string | null; message: string | null }): Missing {
  if (code === 'photo_required') return { step: 'finish', toast: PHOTO_TOASTS.required };
  const { title, description } = FINISH_MESSAGES.refused;
  return {
    step: code === 'questions_missing' ? 'question' : 'finish',
    toast: { title, description: message ?? description },
  };
}

const waiting = new NotedPeople('pending-submission');

/** Stands in where storage is blocked or full: then it is known as long as the page is open. */
const notedHere = new Set<string>();

/** Whether this person (see `keptUnder` of CurrentUser) pressed Submit in this browser and the server has not confirmed it. Survives a reload. */
export function hasPendingSubmission(participantId: string): boolean {
  return notedHere.has(participantId) || waiting.has(participantId);
}

export function notePendingSubmission(participantId: string): void {
  notedHere.add(participantId);
  waiting.add(participantId);
}

/** @param owners under which this person's may be noted */
export function clearPendingSubmission(owners: readonly string[]): void {
  for (const id of owners) notedHere.delete(id);
  waiting.remove(owners);
}
