import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { MyStory, OwnThing, Withdrawal } from '../../contract/stories/my-story.js';
import { MediaService } from '../../media/store/media.service.js';
import { CurrentParticipant, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { JsonBody } from '../../platform/http/json-body.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { ReleaseAnswers } from '../videos/releases/release-answers.service.js';
import { RELEASE_JSON, ReleaseDto } from '../videos/releases/releases.dto.js';
import { ChangeEmailDto, ChangeMyStoryDto, ConfirmEmailDto, StoryWishesDto, WithdrawDto } from './my-story.dto.js';
import { MyStoryService } from './my-story.service.js';
import { OwnDetails } from './own-details.service.js';
import { OwnSignIn } from './own-sign-in.service.js';
import { OwnThings } from './own-things.service.js';
import { StoryDownload } from './story-download.service.js';
import { StoryVisibility } from './story-visibility.service.js';
import { WithdrawalsService } from './withdrawals.service.js';

@Controller('api/my-story')
@Audience('participant')
export class MyStoryController {
  constructor(
    private readonly story: MyStoryService,
    private readonly things: OwnThings,
    private readonly details: OwnDetails,
    private readonly signIn: OwnSignIn,
    private readonly visibility: StoryVisibility,
    private readonly withdrawals: WithdrawalsService,
    private readonly releaseAnswers: ReleaseAnswers,
    private readonly downloads: StoryDownload,
    private readonly media: MediaService,
  ) {}

  @Get()
  find(@CurrentParticipant() person: SignedInParticipant, @Req() request: Request): Promise<MyStory> {
    return this.story.find(person, request);
  }

  /** All of it as one ZIP, whose length nobody knows before its end. */
  @Get('download')
  download(@CurrentParticipant() person: SignedInParticipant, @Res() response: Response): Promise<void> {
    return this.downloads.send(person, response);
  }

  @Patch()
  @HttpCode(204)
  change(@CurrentParticipant() person: SignedInParticipant, @Body() change: ChangeMyStoryDto): Promise<void> {
    return this.details.change(person, change);
  }

  /** The same again changes nothing. */
  @Put('wishes')
  @JsonBody({ bytes: 64 * 1024 })
  @HttpCode(204)
  setWishes(@CurrentParticipant() person: SignedInParticipant, @Body() wishes: StoryWishesDto): Promise<void> {
    return this.details.setWishes(person, wishes);
  }

  /** One press: it can be taken back. */
  @Post('hide')
  @HttpCode(204)
  hide(@CurrentParticipant() person: SignedInParticipant): Promise<void> {
    return this.visibility.hide(person);
  }

  @Post('show')
  @HttpCode(204)
  showAgain(@CurrentParticipant() person: SignedInParticipant): Promise<void> {
    return this.visibility.showAgain(person);
  }

  @Post('withdraw')
  @HttpCode(200)
  withdraw(@CurrentParticipant() person: SignedInParticipant, @Body() { what, id }: WithdrawDto): Promise<Withdrawal> {
    return this.withdrawals.withdraw(person, what === 'story' ? { what } : { what, id: id! });
  }

  /** Everything about the person goes. */
  @Post('leave')
  @HttpCode(200)
  leave(@CurrentParticipant() person: SignedInParticipant): Promise<Withdrawal> {
    return this.withdrawals.leave(person);
  }

  @Post('proof')
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  mailProof(@CurrentParticipant() person: SignedInParticipant): Promise<void> {
    return this.signIn.mailProof(person);
  }

  @Post('email')
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  askForEmail(@CurrentParticipant() person: SignedInParticipant, @Body() { email }: ChangeEmailDto): Promise<void> {
    return this.signIn.askForEmail(person, email);
  }

  /** From the mailed link, in whatever browser it is opened. */
  @Post('email/confirm')
  @Audience('public')
  @HttpCode(204)
  @UseGuards(RateLimitGuard)
  confirmEmail(@Body() { token }: ConfirmEmailDto): Promise<void> {
    return this.signIn.confirmEmail(token);
  }

  @Delete('browsers')
  @HttpCode(204)
  endOtherBrowsers(@CurrentParticipant() person: SignedInParticipant, @Req() request: Request): Promise<void> {
    return this.signIn.endBrowsers(person, request, null);
  }

  @Delete('browsers/:id')
  @HttpCode(204)
  endBrowser(
    @CurrentParticipant() person: SignedInParticipant,
    @Req() request: Request,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<void> {
    return this.signIn.endBrowsers(person, request, id);
  }

  /** Exactly this cut, by its hash. When it is answered, nothing of a video that was refused is public. */
  @Post('videos/:id/release')
  @HttpCode(204)
  @JsonBody(RELEASE_JSON)
  release(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Body() answer: ReleaseDto,
  ): Promise<void> {
    return this.releaseAnswers.answer(person, id, answer);
  }

  @Get('videos/:id/stream')
  async stream(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.things.findPlayable(person, id));
  }

  @Get('videos/:id/poster')
  async poster(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.things.findPoster(person, id));
  }

  @Get('videos/:id/original')
  videoOriginal(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.sendOriginal(person, 'video', id, request, response);
  }

  @Get('answers/:id/original')
  answerOriginal(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.sendOriginal(person, 'answer', id, request, response);
  }

  @Get('answers/:id/pieces/:pieceId/original')
  async pieceOriginal(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Param('pieceId') pieceId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { file, downloadName } = await this.things.findAnswerOriginal(person, id, pieceId);
    await this.media.serve(request, response, file, { downloadName });
  }

  @Get('photos/:id/original')
  photoOriginal(
    @CurrentParticipant() person: SignedInParticipant,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.sendOriginal(person, 'photo', id, request, response);
  }

  private async sendOriginal(
    person: SignedInParticipant,
    what: OwnThing,
    id: string,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { file, downloadName } = await this.things.findOriginal(person, what, id);
    await this.media.serve(request, response, file, { downloadName });
  }
}
