import { Body, Controller, Get, Header, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Consent, GuardianPreview } from '../../contract/consent.js';
import type { Receipt } from '../../contract/receipts.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { ConsentSoundService } from './consent-sound.service.js';
import { AskGuardianDto, ConsentAnswerDto, GuardianAnswerDto, GuardianTokenDto } from './consent.dto.js';
import type { ReceiptDocument } from './receipt-document.js';
import { ReceiptFiles } from './receipt-files.service.js';
import { ReceiptsService } from './receipts.service.js';
import { RecordingConsentService } from './recording-consent.service.js';

@Controller('api/consent')
@Audience('participant')
export class ConsentController {
  constructor(
    private readonly consents: RecordingConsentService,
    private readonly receipts: ReceiptsService,
    private readonly files: ReceiptFiles,
    private readonly sounds: ConsentSoundService,
  ) {}

  @Get()
  describe(@CurrentParticipantId() participantId: string): Promise<Consent> {
    return this.consents.describe(participantId);
  }

  @Post('recording')
  @HttpCode(200)
  answer(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.consents.answer(author, answer, version);
  }

  @Post('transcription')
  @HttpCode(200)
  answerTranscription(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.consents.answerTranscription(author, answer, version);
  }

  @Post('words')
  @HttpCode(200)
  answerWords(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.consents.answerAlone(author, 'words', answer, version);
  }

  @Post('photos')
  @HttpCode(200)
  answerPhotos(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.consents.answerAlone(author, 'photos', answer, version);
  }

  @Post('guardian')
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  askGuardian(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { email, version }: AskGuardianDto,
  ): Promise<Consent> {
    return this.consents.askGuardian(author, email, version);
  }

  /** The words about recording, read aloud. */
  @Get('sound')
  sound(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sounds.serve(request, response);
  }

  @Get('receipts')
  listReceipts(@CurrentParticipantId() participantId: string): Promise<Receipt[]> {
    return this.receipts.listOf(participantId);
  }

  /** As a file to keep. */
  @Get('receipts/:id')
  @Header('Content-Disposition', 'attachment; filename="receipt.jsonld"')
  @Header('Content-Type', 'application/ld+json')
  receipt(@CurrentParticipantId() participantId: string, @Param('id') id: string): Promise<ReceiptDocument> {
    return this.files.find(participantId, id);
  }
}

/** What a mailed link leads a parent or guardian to. Programs that look at mails open links with GET: no GET does anything here. */
@Controller('api/consent/guardian')
@Audience('public')
@UseGuards(RateLimitGuard)
export class GuardianController {
  constructor(private readonly consents: RecordingConsentService) {}

  @Post('preview')
  @HttpCode(200)
  preview(@Body() { token }: GuardianTokenDto): Promise<GuardianPreview> {
    return this.consents.previewGuardian(token);
  }

  @Post('answer')
  @HttpCode(200)
  answer(@Body() { token, answer, version }: GuardianAnswerDto): Promise<GuardianPreview> {
    return this.consents.answerAsGuardian(token, answer, version);
  }
}
