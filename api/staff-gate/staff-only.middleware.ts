import type { INestApplication } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { RequestHandler } from 'express';
import { Audience } from '../http/audience.decorator.js';
import { StaffGateModule } from './staff-gate.module.js';
import { StaffGuard } from './staff.guard.js';

@Audience('staff')
class StaffPages {}

/** The guard of staff's routes, for what is served before the routes are asked. */
export function staffOnly(app: INestApplication): RequestHandler {
  const module = app.select(StaffGateModule).get(ModuleRef);
  let guard: Promise<StaffGuard> | undefined;
  return async (request, response, next) => {
    guard ??= module.create(StaffGuard);
    await (await guard).canActivate(new ExecutionContextHost([request, response, next], StaffPages, staffOnly));
    next();
  };
}
