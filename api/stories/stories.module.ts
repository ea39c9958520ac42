import { Module } from '@nestjs/common';
import { InterviewModule } from '../interview/interview.module.js';
import { StoriesDocument } from './stories-document.js';
import { StoriesController } from './stories.controller.js';
import { StoriesRepository } from './stories.repository.js';
import { StoriesService } from './stories.service.js';

@Module({
  imports: [InterviewModule],
  controllers: [StoriesController],
  providers: [StoriesService, StoriesRepository, StoriesDocument],
  exports: [StoriesService],
})
export class StoriesModule {}
