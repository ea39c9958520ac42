import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { InterviewModule } from '../interview/interview.module.js';
import { MediaModule } from '../media/media.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ShowcaseIntakeController } from './showcase-intake.controller.js';
import { ShowcaseIntakeService } from './showcase-intake.service.js';
import { ShowcaseOptionsController } from './showcase-options.controller.js';
import { ShowcaseOptionsService } from './showcase-options.service.js';
import { ShowcaseVideo } from './showcase-video.entity.js';
import { ShowcaseVideosController } from './showcase-videos.controller.js';
import { ShowcaseVideosRepository } from './showcase-videos.repository.js';
import { ShowcaseVideosService } from './showcase-videos.service.js';

/** Needs a global provider of `Archive`. */
@Module({
  imports: [TypeOrmModule.forFeature([ShowcaseVideo]), AuditModule, InterviewModule, MediaModule, UploadsModule],
  controllers: [ShowcaseOptionsController, ShowcaseIntakeController, ShowcaseVideosController],
  providers: [ShowcaseOptionsService, ShowcaseIntakeService, ShowcaseVideosService, ShowcaseVideosRepository],
  exports: [ShowcaseVideosService],
})
export class ShowcaseModule {}
