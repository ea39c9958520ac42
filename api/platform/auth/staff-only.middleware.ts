import type { INestApplication } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { RequestHandler } from 'express';
import { Audience } from '../http/audience.decorator.js';
import { StaffGuard } from './staff.guard.js';

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
