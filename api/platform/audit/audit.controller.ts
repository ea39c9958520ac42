import type { Server } from 'node:http';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Response } from 'express';
import type { AuditPage, AuditProducers, StaffChanges } from '../../contract/staff/audit.js';
import { Audience } from '../http/audience.decorator.js';
import { AuditQueryDto, StaffChangesQueryDto } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@Controller('api/admin/audit')
@Audience('staff')
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly adapter: HttpAdapterHost,
  ) {}

  @Get()
  list(@Query() { person: personId, producer: producerName, kind, before }: AuditQueryDto): Promise<AuditPage> {
    return this.audit.list({ personId, producerName, kind, before });
  }

  /** Left open until something has changed since `after`; without it the answer comes at once. */
  @Get('changes')
  followChanges(
    @Query() { after }: StaffChangesQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StaffChanges> {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    return this.audit.followChanges(after, () => response.destroyed || !server.listening);
  }

  @Get('producers')
  listProducers(): Promise<AuditProducers> {
    return this.audit.listProducers();
  }
}
