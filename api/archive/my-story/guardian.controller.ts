import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { Consent, GuardianPreview } from '../../contract/consent/consent.js';
import { AskGuardianDto, GuardianAnswerDto, GuardianTokenDto } from '../../people/consent/consent.dto.js';
import { GuardianConsent } from '../../people/consent/guardian-consent.service.js';
import { RecordingConsentService } from '../../people/consent/recording-consent.service.js';
import { CurrentParticipant, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { StoryVisibility } from './story-visibility.service.js';

/**
 * A parent or guardian decides. It stands here, and not with the consent, as their no takes down what is public. Programs
 * that look at mails open links with GET: no GET does anything here.
 */
@Controller('api/consent/guardian')
@Audience('public')
@UseGuards(RateLimitGuard)
export class GuardianController {
  constructor(
    private readonly recordingConsents: RecordingConsentService,
    private readonly guardians: GuardianConsent,
    private readonly visibility: StoryVisibility,
  ) {}

  @Post()
  @Audience('participant')
  @HttpCode(200)
  async ask(
    @CurrentParticipant() author: SignedInParticipant,
    @Body() { email, version }: AskGuardianDto,
  ): Promise<Consent> {
    await this.visibility.askGuardian(author, email, version);
    return this.recordingConsents.describe(author.id);
  }

  @Post('preview')
  @HttpCode(200)
  preview(@Body() { token }: GuardianTokenDto): Promise<GuardianPreview> {
    return this.guardians.preview(token);
  }

  @Post('answer')
  @HttpCode(200)
  answer(@Body() { token, answer, version }: GuardianAnswerDto): Promise<GuardianPreview> {
    return this.visibility.answerAsGuardian(token, answer, version);
  }
}
