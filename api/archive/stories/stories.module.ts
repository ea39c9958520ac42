import { Module } from '@nestjs/common';
import { InterviewModule } from '../../people/interview/interview.module.js';
import { TellingSentencesRepository } from './telling-sentences.repository.js';
import { TellingSentencesService } from './telling-sentences.service.js';
import { TranscriptSearchRepository } from './transcript-search.repository.js';
import { TranscriptSearchService } from './transcript-search.service.js';
import { StoriesDocument } from './stories-document.js';
import { StoriesController } from './stories.controller.js';
import { StoriesRepository } from './stories.repository.js';
import { PublicationsService } from './publications.service.js';
import { StoriesService } from './stories.service.js';
import { StoryChangesRepository } from './story-changes.repository.js';

@Module({
  imports: [InterviewModule],
  controllers: [StoriesController],
  providers: [
    StoriesService,
    StoriesRepository,
    StoriesDocument,
    PublicationsService,
    StoryChangesRepository,
    TellingSentencesService,
    TellingSentencesRepository,
    TranscriptSearchService,
    TranscriptSearchRepository,
  ],
  exports: [StoriesService, PublicationsService, TellingSentencesService, TranscriptSearchService],
})
export class StoriesModule {}
