import { Module } from '@nestjs/common';
import { AuditModule } from '../platform/audit/audit.module.js';
import { VideosModule } from '../archive/videos/videos.module.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';

@Module({
  imports: [AuditModule, VideosModule],
  controllers: [ExportController],
  providers: [ExportService],
})
export class ExportModule {}
