import { Body, Controller, Post } from '@nestjs/common';
import { IsUUID } from 'class-validator';
import type { MakeWrittenChapterRequest, ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { WrittenChapters } from './written-chapters.service.js';

class MakeWrittenChapterDto implements MakeWrittenChapterRequest {
  @IsUUID('all', { message: 'Please choose an answer in words.' })
  writtenAnswerId: string;
}

@Controller('api/admin/written-chapters')
@Audience('staff')
export class WrittenChaptersController {
  constructor(private readonly chapters: WrittenChapters) {}

  @Post()
  make(@Body() { writtenAnswerId }: MakeWrittenChapterDto): Promise<ShowcaseVideo> {
    return this.chapters.make(writtenAnswerId);
  }
}
