import { ApiProperty } from '@nestjs/swagger';
import { Equals, IsUUID } from 'class-validator';
import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import type {
  ProgressStats,
  ReopenResponse,
  UpdateStatusRequest,
  UpdateStatusResponse,
} from '../../contract/people/participants.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';
import { Moment } from '../../platform/http/moment.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CurrentParticipant, type SignedInParticipant } from '../participants/signed-in-participant.js';
import { ProgressService } from './progress.service.js';

class UpdateStatusDto implements UpdateStatusRequest {
  @ApiProperty({ enum: ['submitted'] })
  @Equals('submitted', { message: "The status can only become 'submitted'." })
  status: 'submitted';

  @ApiProperty({ type: String, required: false })
  @MayBeLeftOut()
  @Moment('openSince is not a moment.')
  openSince?: string;

  @ApiProperty({ type: String, format: 'uuid', isArray: true, required: false })
  @MayBeLeftOut()
  @IsUUID('all', { each: true, message: 'earlierRecordings must be ids of recordings.' })
  earlierRecordings?: string[];
}

@Controller('api')
export class ProgressController {
  constructor(private readonly progress: ProgressService) {}

  @Get('progress-stats')
  @Audience('public')
  stats(): Promise<ProgressStats> {
    return this.progress.stats();
  }

  /** 'submitted' is the one status that a participant can ask for, so it is all that the body can say. */
  @Patch('user/status')
  @Audience('participant')
  submit(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() body: UpdateStatusDto,
  ): Promise<UpdateStatusResponse> {
    return this.progress.submit(author, body);
  }

  @Post('user/reopen')
  @HttpCode(200)
  @Audience('participant')
  reopen(@CurrentParticipant() author: SignedInParticipant): Promise<ReopenResponse> {
    return this.progress.reopen(author);
  }
}
