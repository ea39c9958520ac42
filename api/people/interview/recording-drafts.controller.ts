import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { BeginRecordingDraftRequest, RecordingDraft } from '../../contract/interview/recording-drafts.js';
import type { StartUploadResponse } from '../../contract/media/uploads.js';
import { FileName, FileType } from '../../media/uploads/uploads.dto.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { Gives } from '../../platform/http/gives.decorator.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { RecordingDraftsService } from './recording-drafts.service.js';
import { InsteadOf, IsAddition } from './answers.dto.js';

class BeginRecordingDraftDto implements BeginRecordingDraftRequest {
  @WholeNumber('The number of the question')
  questionId: number;

  @FileName('The file name')
  filename: string;

  @FileType()
  mimeType: string;

  @IsAddition()
  isAddition?: boolean;

  @InsteadOf()
  insteadOf?: string | null;
}

@Controller('api/recording-drafts')
@Audience('participant')
export class RecordingDraftsController {
  constructor(private readonly drafts: RecordingDraftsService) {}

  @Post()
  @Gives('recording')
  begin(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() recording: BeginRecordingDraftDto,
    @Req() request: Request,
  ): Promise<StartUploadResponse> {
    return this.drafts.begin(author, recording, clientAddress(request));
  }

  @Get()
  list(@CurrentParticipantId() participantId: string): Promise<RecordingDraft[]> {
    return this.drafts.list(participantId);
  }

  @Get(':id/stream')
  stream(
    @CurrentParticipantId() participantId: string,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.drafts.serve(participantId, id, request, response);
  }
}
