import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { Redirect } from './redirect.entity.js';
import { RedirectsController } from './redirects.controller.js';
import { RedirectsRepository } from './redirects.repository.js';
import { RedirectsService } from './redirects.service.js';
import { SaveProgressController } from './save-progress.controller.js';
import { SaveProgressService } from './save-progress.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Redirect]), AuditModule, ParticipantsModule],
  controllers: [RedirectsController, SaveProgressController],
  providers: [RedirectsService, RedirectsRepository, SaveProgressService],
})
export class ExternalFormsModule {}
