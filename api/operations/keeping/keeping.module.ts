import { Module } from '@nestjs/common';
import { MyStoryModule } from '../../archive/my-story/my-story.module.js';
import { PublicUploadsModule } from '../../people/public-uploads/public-uploads.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { KeepingController } from './keeping.controller.js';
import { KeepingRepository } from './keeping.repository.js';
import { KeepingService } from './keeping.service.js';

@Module({
  imports: [AuditModule, MailModule, MyStoryModule, PublicUploadsModule],
  controllers: [KeepingController],
  providers: [KeepingRepository, KeepingService],
})
export class KeepingModule {}
