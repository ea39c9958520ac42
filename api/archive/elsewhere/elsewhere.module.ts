import { Module } from '@nestjs/common';
import { ConsentModule } from '../../people/consent/consent.module.js';
import { ParticipantsModule } from '../../people/participants/participants.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { ElsewhereController } from './elsewhere.controller.js';
import { ElsewhereRepository } from './elsewhere.repository.js';
import { ElsewhereService } from './elsewhere.service.js';

@Module({
  imports: [AuditModule, ConsentModule, ParticipantsModule, PublishingModule],
  controllers: [ElsewhereController],
  providers: [ElsewhereRepository, ElsewhereService],
  exports: [ElsewhereService],
})
export class ElsewhereModule {}
