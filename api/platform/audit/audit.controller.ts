import { Controller, Get, Query } from '@nestjs/common';
import type { AuditPage, AuditProducers } from '../../contract/audit.js';
import { Audience } from '../http/audience.decorator.js';
import { AuditQueryDto } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@Controller('api/admin/audit')
@Audience('staff')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  list(@Query() { person: personId, producer: producerName, kind, before }: AuditQueryDto): Promise<AuditPage> {
    return this.audit.list({ personId, producerName, kind, before });
  }

  @Get('producers')
  listProducers(): Promise<AuditProducers> {
    return this.audit.listProducers();
  }
}
