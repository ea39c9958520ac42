import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AnswerVideo, SaveAnswerResponse } from '../../contract/answers.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { MediaService } from '../../media/store/media.service.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { AnswersService } from './answers.service.js';

@Controller('api/videos')
@Audience('participant')
export class AnswersController {
  constructor(
    private readonly answers: AnswersService,
    private readonly media: MediaService,
  ) {}

  @Get()
  list(@CurrentParticipantId() participantId: string): Promise<AnswerVideo[]> {
    return this.answers.list(participantId);
  }

  @Get(':id')
  find(@CurrentParticipantId() participantId: string, @Param('id') id: string): Promise<AnswerVideo> {
    return this.answers.find(participantId, id);
  }

  @Get('stream/:id')
  async stream(
    @CurrentParticipantId() participantId: string,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.answers.findPlayable(participantId, id));
  }

  @Get('poster/:id')
  async poster(
    @CurrentParticipantId() participantId: string,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.answers.findPoster(participantId, id));
  }

  /** An earlier recording becomes the answer. */
  @Post('choose/:id')
  @HttpCode(200)
  choose(@CurrentParticipant() author: SignedInParticipant, @Param('id') id: string): Promise<AnswerVideo> {
    return this.answers.choose(author, id);
  }

  /** Only an earlier recording can go: a question that was answered stays so. */
  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentParticipant() author: SignedInParticipant, @Param('id') id: string): Promise<void> {
    return this.answers.removeEarlier(author, id);
  }

  @Post('upload-cloud')
  @StreamedBody()
  save(@CurrentParticipant() author: SignedInParticipant, @Req() request: Request): Promise<SaveAnswerResponse> {
    return this.answers.save(author, request);
  }
}
