import { Module } from '@nestjs/common';
import { AuditModule } from '../platform/audit/audit.module.js';
import { ShowcaseModule } from '../archive/videos/showcase.module.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';

@Module({
  imports: [AuditModule, ShowcaseModule],
  controllers: [ExportController],
  providers: [ExportService],
})
export class ExportModule {}
