import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Given, Gives } from '../../platform/http/gives.decorator.js';
import type { ParticipantRequest } from '../participants/signed-in-participant.js';
import { ConsentRules } from './consent-rules.service.js';

/** Refuses what somebody would give who said no, before a byte of it is read. Whatever is stored then asks again. */
@Injectable()
export class RefusalGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly consentRules: ConsentRules,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { participant } = context.switchToHttp().getRequest<ParticipantRequest>();
    const given = this.reflector.get<Given | undefined>(Gives, context.getHandler());
    if (participant === undefined || given === undefined) return true;
    if (given === 'recording') await this.consentRules.requireRecordable(participant.id);
    else await this.consentRules.requireKeepable('photos', participant.id);
    if (given === 'file') participant.photosOnly = (await this.consentRules.findRefusal(participant.id)) ?? undefined;
    return true;
  }
}
