import { Body, Controller, Delete, HttpCode, Param, Patch, Put } from '@nestjs/common';
import type { SavedShowcaseVideo, ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { JsonBody } from '../../../platform/http/json-body.js';
import {
  ApproveShowcaseVideoDto,
  ChooseSentenceDto,
  CUES_JSON,
  DeleteShowcaseVideoDto,
  EditShowcaseVideoDto,
} from '../catalogue/showcase.dto.js';
import { VideoApproval } from './video-approval.service.js';
import { VideoEditing } from './video-editing.service.js';
import { VideoRemoval } from './video-removal.service.js';

@Controller('api/admin/showcase-videos')
@Audience('staff')
export class VideoChangesController {
  constructor(
    private readonly editing: VideoEditing,
    private readonly approval: VideoApproval,
    private readonly removal: VideoRemoval,
  ) {}

  @Patch(':id')
  @JsonBody(CUES_JSON)
  edit(@Param('id') id: string, @Body() texts: EditShowcaseVideoDto): Promise<SavedShowcaseVideo> {
    return this.editing.edit(id, texts);
  }

  @Put(':id/sentence')
  chooseSentence(@Param('id') id: string, @Body() { sentence }: ChooseSentenceDto): Promise<ShowcaseVideo> {
    return this.editing.chooseSentence(id, sentence);
  }

  @Put(':id/approve')
  approve(@Param('id') id: string, @Body() lookedAt: ApproveShowcaseVideoDto): Promise<ShowcaseVideo> {
    return this.approval.approve(id, lookedAt);
  }

  @Put(':id/unapprove')
  unapprove(@Param('id') id: string): Promise<ShowcaseVideo> {
    return this.approval.unapprove(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string, @Body() lookedAt: DeleteShowcaseVideoDto): Promise<void> {
    return this.removal.remove(id, lookedAt);
  }
}
