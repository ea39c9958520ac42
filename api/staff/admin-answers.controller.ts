import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AdminAnswer } from '../contract/staff/admin-answers.js';
import type { VideoPreparation } from '../contract/media/preparation.js';
import type { WrittenAnswer } from '../contract/interview/written-answers.js';
import { Audience } from '../platform/http/audience.decorator.js';
import { MediaService } from '../media/store/media.service.js';
import { AdminAnswersService } from './admin-answers.service.js';

@Controller('api/admin')
@Audience('staff')
export class AdminAnswersController {
  constructor(
    private readonly answers: AdminAnswersService,
    private readonly media: MediaService,
  ) {}

  @Get('user-answers/:userId')
  list(@Param('userId') userId: string): Promise<AdminAnswer[]> {
    return this.answers.listOf(userId);
  }

  @Get('user-answers/:userId/written')
  listWritten(@Param('userId') userId: string): Promise<WrittenAnswer[]> {
    return this.answers.listWrittenOf(userId);
  }

  @Get('answer/:answerId/stream')
  async stream(@Param('answerId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.answers.openPlayable(id));
  }

  @Get('answer/:answerId/poster')
  async poster(@Param('answerId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.answers.findPoster(id));
  }

  @Get('answer/:answerId/original')
  async original(@Param('answerId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { file, downloadName } = await this.answers.openOriginal(id);
    await this.media.serve(request, response, file, { downloadName });
  }

  @Get('answer/:answerId/pieces/:pieceId/stream')
  async streamPiece(
    @Param('answerId') id: string,
    @Param('pieceId') pieceId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.answers.openPlayable(id, pieceId));
  }

  @Get('answer/:answerId/pieces/:pieceId/original')
  async pieceOriginal(
    @Param('answerId') id: string,
    @Param('pieceId') pieceId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { file, downloadName } = await this.answers.openOriginal(id, pieceId);
    await this.media.serve(request, response, file, { downloadName });
  }

  @Get('answer/:answerId/preparation')
  preparation(@Param('answerId') id: string): Promise<VideoPreparation> {
    return this.answers.findPreparation(id);
  }

  @Post('answer/:answerId/preparation')
  @HttpCode(202)
  prepareAgain(@Param('answerId') id: string): Promise<void> {
    return this.answers.prepareAgain(id);
  }
}
