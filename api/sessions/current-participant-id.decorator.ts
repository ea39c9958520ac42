import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** A request on a participant's route; the guard notes whose it is. */
export interface ParticipantRequest extends Request {
  participantId?: string;
}

/** The id of the signed-in participant; only on routes with the audience 'participant'. */
export const CurrentParticipantId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { participantId } = context.switchToHttp().getRequest<ParticipantRequest>();
  if (participantId === undefined) throw new Error('Only routes of participants know who is signed in.');
  return participantId;
});
