import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { audienceOf } from '../../platform/http/declared-audience.guard.js';
import { KEPT_NOWHERE } from '../../platform/http/security-headers.js';
import { type ParticipantRequest, requireOwner } from '../participants/signed-in-participant.js';
import { ParticipantSessions } from './browser-tokens.service.js';

/** Lets only signed-in participants reach the routes that are theirs, and keeps what those answer out of shared caches. */
@Injectable()
export class ParticipantGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: ParticipantSessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (audienceOf(this.reflector, context) !== 'participant') return true;
    const http = context.switchToHttp();
    http.getResponse<Response>().setHeader('Cache-Control', KEPT_NOWHERE);
    const request = http.getRequest<ParticipantRequest>();
    const participant = await this.sessions.findPerson(request);
    if (participant === null) throw await this.sessions.findRefusal(request);
    requireOwner(request, participant.id);
    request.participant = participant;
    return true;
  }
}
