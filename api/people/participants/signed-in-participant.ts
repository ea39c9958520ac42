import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { SESSION_OWNER_HEADER } from '../../contract/people/participants.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';

/** Who is signed in, and how they came to be: by a mailed link, or only by registering. */
export interface SignedInParticipant {
  id: string;
  isProven: boolean;
  /** In whose stead somebody adds who helps, by this link. */
  helperLinkId?: string;
  /** Why files of theirs may be photos alone, in words. */
  photosOnly?: string;
}

/** A request on a participant's route; the guard notes whose it is. */
export interface ParticipantRequest extends Request {
  participant?: SignedInParticipant;
}

/** The signed-in participant, or whom somebody helps; only on routes of those audiences. For what is written in their name. */
export const CurrentParticipant = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  signedInAt(context),
);

/** The id of the signed-in participant; only on routes with the audience 'participant'. */
export const CurrentParticipantId = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => signedInAt(context).id,
);

function signedInAt(context: ExecutionContext): SignedInParticipant {
  const { participant } = context.switchToHttp().getRequest<ParticipantRequest>();
  if (participant === undefined) throw new Error('Only routes of participants know who is signed in.');
  return participant;
}

/**
 * Refuses a page that was opened for somebody else: in another tab of the same browser another session has begun since,
 * and its cookie comes with the requests of every tab. Clients that do not say for whom they ask are not asked.
 * @throws AppError 401 `signed_out`
 */
export function requireOwner(request: Request, ownerId: string): void {
  const meant = request.get(SESSION_OWNER_HEADER);
  if (meant !== undefined && meant !== ownerId) throw signedOut();
}

/** The refusal of whoever has not shown yet that they read the mail of the person. */
export function emailUnproven(): AppError {
  const message = 'Please open the link that we mail you first. It shows that this story is yours.';
  return new AppError(403, 'email_unproven', message);
}
