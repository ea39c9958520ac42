import { type CanActivate, type ExecutionContext, type INestApplication, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, RequestHandler, Response } from 'express';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { STAFF_PASSWORD_HEADER } from '../../contract/staff/staff.js';
import { signedOut } from '../http/app-error.js';
import { setCurrentProducer } from '../http/current-producer.js';
import { audienceOf } from '../http/declared-audience.guard.js';
import { Audience } from '../http/audience.decorator.js';
import { KEPT_NOWHERE } from '../http/security-headers.js';
import { StaffGate } from './staff-gate.service.js';
import { StaffSessions } from './staff-sessions.service.js';

/** Lets only staff reach the routes that are theirs: by their session, or by the password in a header. */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly gate: StaffGate,
    private readonly sessions: StaffSessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (audienceOf(this.reflector, context) !== 'staff') return true;
    const http = context.switchToHttp();
    http.getResponse<Response>().setHeader('Cache-Control', KEPT_NOWHERE);
    const request = http.getRequest<Request>();
    const password = request.get(STAFF_PASSWORD_HEADER);
    // A header that is there decides alone: a wrong one is refused even beside a good cookie.
    if (password !== undefined) {
      await this.gate.admit(fromHeader(password), request);
      // It is a producer's, although nobody knows whose.
      setCurrentProducer(null);
      return true;
    }
    const session = await this.sessions.findByRequest(request);
    if (!session) throw signedOut();
    setCurrentProducer(session.name);
    return true;
  }
}

/** Node reads headers as Latin-1, most clients write them as UTF-8: what reads well as UTF-8 is taken for it. */
function fromHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : value;
}

@Audience('staff')
class StaffPages {}

/** The guard of staff's routes, for what is served before the routes are asked. */
export function staffOnly(app: INestApplication): RequestHandler {
  const guard = app.get(StaffGuard, { strict: false });
  return async (request, response, next) => {
    await guard.canActivate(new ExecutionContextHost([request, response, next], StaffPages, staffOnly));
    next();
  };
}
