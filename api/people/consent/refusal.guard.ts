import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Gives } from '../../platform/http/gives.decorator.js';
import type { ParticipantRequest } from '../participants/signed-in-participant.js';
import { RecordingConsentService } from './recording-consent.service.js';

/** Refuses what somebody would give who said no, before a byte of it is read. Whatever is stored then asks again. */
@Injectable()
export class RefusalGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly consents: RecordingConsentService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { participant } = context.switchToHttp().getRequest<ParticipantRequest>();
    if (participant !== undefined && this.reflector.get(Gives, context.getHandler())) {
      await this.consents.requireNoRefusal(participant.id);
    }
    return true;
  }
}
