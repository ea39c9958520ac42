import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { UploadOwner } from './upload-owner.js';

/** The signed-in participant as owner of uploads; the guard of that audience notes who it is on the request. */
export const ParticipantOwner = createParamDecorator((_data: unknown, context: ExecutionContext): UploadOwner => {
  const { participantId } = context.switchToHttp().getRequest<{ participantId?: string }>();
  if (participantId === undefined) throw new Error('Only routes of participants know who is signed in.');
  return { audience: 'participant', participantId };
});
