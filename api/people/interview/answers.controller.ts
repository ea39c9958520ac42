import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AnswerVideo, SaveAnswerResponse } from '../../contract/interview/answers.js';
import { Gives } from '../../platform/http/gives.decorator.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { MediaService } from '../../media/store/media.service.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { AnswerPiecesService } from './answer-pieces.service.js';
import { OrderPiecesDto } from './answers.dto.js';
import { AnswersService } from './answers.service.js';
import { SaveAnswerService } from './save-answer.service.js';

@Controller('api/videos')
@Audience('participant')
export class AnswersController {
  constructor(
    private readonly answers: AnswersService,
    private readonly saveAnswer: SaveAnswerService,
    private readonly pieces: AnswerPiecesService,
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

  @Get('piece/:id')
  async streamPiece(
    @CurrentParticipantId() participantId: string,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.pieces.findPlayable(participantId, id));
  }

  @Put(':id/pieces')
  async reorder(
    @CurrentParticipant() author: SignedInParticipant,
    @Param('id') id: string,
    @Body() { pieceIds }: OrderPiecesDto,
  ): Promise<AnswerVideo> {
    await this.pieces.reorder(author, id, pieceIds);
    return this.answers.find(author.id, id);
  }

  @Delete(':id/pieces/:pieceId')
  async removePiece(
    @CurrentParticipant() author: SignedInParticipant,
    @Param('id') id: string,
    @Param('pieceId') pieceId: string,
  ): Promise<AnswerVideo> {
    await this.pieces.remove(author, id, pieceId);
    return this.answers.find(author.id, id);
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
  @Gives('recording')
  @StreamedBody()
  save(@CurrentParticipant() author: SignedInParticipant, @Req() request: Request): Promise<SaveAnswerResponse> {
    return this.saveAnswer.save(author, request);
  }
}
