import {
  type UpdateStatusRequest,
  type UpdateStatusResponse,
  USER_STATUS_PATH,
} from '../../../api/contract/people/participants.js';
import { PHOTO_TOASTS } from '../../photos/photos.messages.js';
import { HttpError } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { FINISH_MESSAGES } from '../common/interview.messages.js';
import { NotedPeople } from '../../shared/noted-people.js';

export type SubmitOutcome =
  | { kind: 'stored' }
  /** No answer, or a server in trouble: the thank-you is shown and it is tried again later. */
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  /** Something is missing, or too much was asked; `message` says what. */
  | { kind: 'refused'; code: string | null; message: string | null };

/** What was known as Submit was pressed, see UpdateStatusRequest; `openSince` is said of one that has waited. */
export type PressedSubmission = Omit<UpdateStatusRequest, 'status'>;

/** Hands the story in. Never throws. */
export async function submitStory(pressed: PressedSubmission): Promise<SubmitOutcome> {
  const body: UpdateStatusRequest = { status: 'submitted', ...pressed };
  try {
    await request<UpdateStatusResponse>('PATCH', USER_STATUS_PATH, body);
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
  step: 'question' | 'finish' | { questionId: number };
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

/** Of whom this browser notes that they pressed Submit, and what was known then. Survives a reload. */
class PressedSubmissions {
  private readonly noted: NotedPeople;
  /** Stands in where storage is blocked or full: then it is known as long as the page is open. */
  private readonly notedHere = new Map<string, PressedSubmission>();

  constructor(key: string) {
    this.noted = new NotedPeople(key);
  }

  /** @param participantId see `keptUnder` of CurrentUser */
  find(participantId: string): PressedSubmission | null {
    const word = this.noted.find(participantId);
    return this.notedHere.get(participantId) ?? (word === null ? null : ofWord(word));
  }

  note(participantId: string, pressed: PressedSubmission): void {
    this.notedHere.set(participantId, pressed);
    this.noted.add(participantId, toWord(pressed));
  }

  /** @param owners under which this person's may be noted */
  clear(owners: readonly string[]): void {
    for (const id of owners) this.notedHere.delete(id);
    this.noted.remove(owners);
  }
}

function toWord({ openSince = '', earlierRecordings }: PressedSubmission): string {
  return earlierRecordings ? `${openSince},${earlierRecordings.join(',')}` : openSince;
}

/** Earlier versions noted less. */
function ofWord(word: string): PressedSubmission {
  const [openSince, ...ids] = word.split(',');
  return {
    ...(openSince && { openSince }),
    ...(ids.length > 0 && { earlierRecordings: ids.filter((id) => id !== '') }),
  };
}

/** Sent, and not confirmed by the server. */
export const unconfirmedSubmissions = new PressedSubmissions('pending-submission');

/** They go after recordings that are on their way. */
export const waitingSubmissions = new PressedSubmissions('submission-after-recordings');

/** No Submit of this person waits in this browser any more. */
export function forgetSubmissions(owners: readonly string[]): void {
  unconfirmedSubmissions.clear(owners);
  waitingSubmissions.clear(owners);
}
