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

/** Hands the story in. Never throws. @param openSince of a Submit that has waited, see UpdateStatusRequest */
export async function submitStory(openSince?: string): Promise<SubmitOutcome> {
  const body: UpdateStatusRequest = { status: 'submitted', ...(openSince && { openSince }) };
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
const notedHere = new Map<string, string>();

/**
 * Since when the story was open (see CurrentUser) as this person (see `keptUnder` there) pressed Submit in this browser, where
 * the server has not confirmed it; empty when that was not noted, null when nothing is pending. Survives a reload.
 */
export function findPendingSubmission(participantId: string): string | null {
  return notedHere.get(participantId) ?? waiting.find(participantId);
}

export function hasPendingSubmission(participantId: string): boolean {
  return findPendingSubmission(participantId) !== null;
}

export function notePendingSubmission(participantId: string, openSince: string): void {
  notedHere.set(participantId, openSince);
  waiting.add(participantId, openSince);
}

/** @param owners under which this person's may be noted */
export function clearPendingSubmission(owners: readonly string[]): void {
  for (const id of owners) notedHere.delete(id);
  waiting.remove(owners);
}
