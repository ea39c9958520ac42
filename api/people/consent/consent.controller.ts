import { Body, Controller, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Consent } from '../../contract/consent/consent.js';
import type { Receipt } from '../../contract/consent/receipts.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { ConsentSoundService } from './consent-sound.service.js';
import { ConsentAnswerDto } from './consent.dto.js';
import type { ReceiptDocument } from './receipt-document.js';
import { ReceiptFiles } from './receipt-files.service.js';
import { ReceiptsService } from './receipts.service.js';
import { RecordingConsentService } from './recording-consent.service.js';

@Controller('api/consent')
@Audience('participant')
export class ConsentController {
  constructor(
    private readonly recordingConsents: RecordingConsentService,
    private readonly receipts: ReceiptsService,
    private readonly receiptFiles: ReceiptFiles,
    private readonly sounds: ConsentSoundService,
  ) {}

  @Get()
  describe(@CurrentParticipantId() participantId: string): Promise<Consent> {
    return this.recordingConsents.describe(participantId);
  }

  @Post('recording')
  @HttpCode(200)
  answer(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.recordingConsents.answer(author, answer, version);
  }

  @Post('transcription')
  @HttpCode(200)
  answerTranscription(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.recordingConsents.answerTranscription(author, answer, version);
  }

  @Post('words')
  @HttpCode(200)
  answerWords(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.recordingConsents.answerAlone(author, 'words', answer, version);
  }

  @Post('photos')
  @HttpCode(200)
  answerPhotos(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { answer, version }: ConsentAnswerDto,
  ): Promise<Consent> {
    return this.recordingConsents.answerAlone(author, 'photos', answer, version);
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
    return this.receiptFiles.find(participantId, id);
  }
}
