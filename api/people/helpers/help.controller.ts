import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Help } from '../../contract/people/helpers.js';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/common/limits.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { Gives } from '../../platform/http/gives.decorator.js';
import { JsonBody } from '../../platform/http/json-body.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { SaveAnswerService } from '../interview/save-answer.service.js';
import { WrittenAnswersService } from '../interview/written-answers.service.js';
import { CurrentParticipant, type SignedInParticipant } from '../participants/signed-in-participant.js';
import { PhotosService } from '../photos/photos.service.js';
import { HelperSessions } from './helper-sessions.service.js';
import { HelpersService } from './helpers.service.js';
import { AddWordsDto, OpenHelpDto } from './helpers.dto.js';

/** Every character of the longest text, escaped as JSON may. */
const TEXT_JSON = { bytes: WRITTEN_ANSWER_MAX_LENGTH * 6 + 1024 };

/** What somebody who helps can do: add, see what they added, and remove it. Each returns what they see then. */
@Controller('api/help')
@Audience('helper')
export class HelpController {
  constructor(
    private readonly sessions: HelperSessions,
    private readonly helpers: HelpersService,
    private readonly photos: PhotosService,
    private readonly saveAnswer: SaveAnswerService,
    private readonly writtenAnswers: WrittenAnswersService,
  ) {}

  @Post('session')
  @HttpCode(200)
  @Audience('public')
  @UseGuards(RateLimitGuard)
  async open(
    @Body() { token }: OpenHelpDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Help> {
    return this.helpers.describe(await this.sessions.open(request, response, token));
  }

  @Delete('session')
  @HttpCode(204)
  close(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.sessions.close(request, response);
  }

  @Get()
  find(@CurrentParticipant() helper: SignedInParticipant): Promise<Help> {
    return this.helpers.describe(helper);
  }

  @Post('photos')
  @Gives('photo')
  @StreamedBody()
  async addPhoto(@CurrentParticipant() helper: SignedInParticipant, @Req() request: Request): Promise<Help> {
    await this.helpers.requireRoom(helper);
    await this.photos.add(helper, request);
    return this.helpers.describe(helper);
  }

  @Post('recordings')
  @Gives('recording')
  @StreamedBody()
  async addRecording(@CurrentParticipant() helper: SignedInParticipant, @Req() request: Request): Promise<Help> {
    await this.helpers.requireRoom(helper);
    await this.saveAnswer.save(helper, request);
    return this.helpers.describe(helper);
  }

  @Post('words')
  @JsonBody(TEXT_JSON)
  async addWords(
    @CurrentParticipant() helper: SignedInParticipant,
    @Body() { questionId, text }: AddWordsDto,
  ): Promise<Help> {
    await this.helpers.requireRoom(helper);
    await this.writtenAnswers.addAsHelper(helper, questionId, text);
    return this.helpers.describe(helper);
  }

  @Delete('added/:id')
  @HttpCode(200)
  async remove(@CurrentParticipant() helper: SignedInParticipant, @Param('id') id: string): Promise<Help> {
    await this.helpers.removeAdded(helper, id);
    return this.helpers.describe(helper);
  }
}
