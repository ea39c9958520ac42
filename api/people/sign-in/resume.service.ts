import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../../platform/config/app-config.js';
import { MY_STORY_PATH } from '../../contract/stories/my-story.js';
import { nextScreen } from '../../contract/interview/next-screen.js';
import { type ResumeRequest, type ResumeResponse, SIGN_IN_LINK_SENT_URL } from '../../contract/people/resume.js';
import { AppError } from '../../platform/http/app-error.js';
import type { Participant } from '../participants/participant.entity.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { UnclaimedBeginnings } from '../participants/unclaimed-beginnings.service.js';
import { BrowserSignIn } from './browser-sign-in.service.js';
import { externalScreenAddress, interviewPlace } from './screen-address.js';
import type { SignInLink } from './sign-in-link.entity.js';
import { SignInLinks } from './sign-in-links.service.js';
import { INTERVIEW_COMPLETE, UNKNOWN_EMAIL } from '../../contract/common/wordings.js';

/** Going on where one stopped. Knowing an e-mail opens no session: the browser is known, or the person reads the mail. */
@Injectable()
export class ResumeService {
  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly browserSignIn: BrowserSignIn,
    private readonly links: SignInLinks,
  ) {}

  /**
   * Tells nothing about the person but whether something is left to do. A link goes to whoever comes from elsewhere.
   * @throws AppError 404 `unknown_email`, 429 `too_many_mails`, 503 `mail_not_sent`, 422 `mail_refused`
   */
  async resume({ email, aim }: ResumeRequest, request: IncomingMessage, response: Response): Promise<ResumeResponse> {
    const participant = await this.participants.findByEmail(email);
    if (!participant) throw new AppError(404, 'unknown_email', UNKNOWN_EMAIL);
    const screen = this.findScreen(participant);
    if (screen === null) return { message: INTERVIEW_COMPLETE, ...(await this.letIn(participant, request, response)) };
    if (aim !== undefined) return this.leadTo(aim, participant, request, response);
    const external = externalScreenAddress(this.config, screen, email);
    if (external !== null) return { nextQuestionUrl: external };
    if (await this.browserSignIn.signInIfKnown(request, response, participant.id)) return { nextQuestionUrl: '/' };
    await this.links.mail(participant, 'interview');
    return { nextQuestionUrl: SIGN_IN_LINK_SENT_URL };
  }

  private async leadTo(
    aim: 'my-story',
    participant: Participant,
    request: IncomingMessage,
    response: Response,
  ): Promise<ResumeResponse> {
    if (await this.browserSignIn.signInIfKnown(request, response, participant.id))
      return { nextQuestionUrl: MY_STORY_PATH };
    await this.links.mail(participant, aim);
    return { nextQuestionUrl: SIGN_IN_LINK_SENT_URL };
  }

  /** Where a person goes on who has just signed in by that link. */
  async findPlace({ participantId, aim }: SignInLink): Promise<string> {
    // What nobody has shown to be theirs is asked about first.
    if (aim === 'my-story' && !(await this.beginnings.find(participantId))) return MY_STORY_PATH;
    return this.findScreen(await this.participants.get(participantId)) === null ? MY_STORY_PATH : '/';
  }

  private findScreen(participant: Participant): number | null {
    return nextScreen(participant, interviewPlace(this.config));
  }

  /** Who has nothing left to do sees, hides or takes back their story all the same. */
  private async letIn(
    participant: Participant,
    request: IncomingMessage,
    response: Response,
  ): Promise<{ isSignedIn: true } | { isLinkSent: boolean }> {
    if (await this.browserSignIn.signInIfKnown(request, response, participant.id)) return { isSignedIn: true };
    return { isLinkSent: await this.mailIfPossible(participant) };
  }

  private async mailIfPossible(participant: Participant): Promise<boolean> {
    try {
      await this.links.mail(participant, 'my-story');
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
