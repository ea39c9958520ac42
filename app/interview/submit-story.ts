import type { UpdateStatusRequest, UpdateStatusResponse } from '../../api/contract/participants.js';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';

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
