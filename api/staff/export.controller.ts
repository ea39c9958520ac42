import { Controller, Get } from '@nestjs/common';
import type { ExportUser, ExportVideo } from '../contract/staff/export.js';
import { Audience } from '../platform/http/audience.decorator.js';
import { ExportService } from './export.service.js';

@Controller('api')
@Audience('staff')
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Get('users')
  listUsers(): Promise<ExportUser[]> {
    return this.exports.listUsers();
  }

  @Get('showcase-videos/approved')
  listVideos(): Promise<ExportVideo[]> {
    return this.exports.listVideos();
  }
}
