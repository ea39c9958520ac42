import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { audienceOf } from '../../platform/http/declared-audience.guard.js';
import { KEPT_NOWHERE } from '../../platform/http/security-headers.js';
import { type ParticipantRequest, requireOwner } from '../participants/signed-in-participant.js';
import { signedOut } from '../../platform/http/app-error.js';
import { HelperSessions } from './helper-sessions.service.js';

/** Lets whoever helps reach the routes that are theirs, and no others. */
@Injectable()
export class HelperGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: HelperSessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (audienceOf(this.reflector, context) !== 'helper') return true;
    const http = context.switchToHttp();
    http.getResponse<Response>().setHeader('Cache-Control', KEPT_NOWHERE);
    const request = http.getRequest<ParticipantRequest>();
    const helped = await this.sessions.findHelped(request);
    if (helped === null) throw signedOut();
    // Two who help the same person are told apart, too: each sees only what came by their own link.
    requireOwner(request, helped.helperLinkId);
    request.participant = helped;
    return true;
  }
}
