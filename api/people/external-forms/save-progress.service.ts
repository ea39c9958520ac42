import { Injectable } from '@nestjs/common';
import type { SaveProgressRequest, SaveProgressResponse } from '../../contract/interview/save-progress.js';
import { TRACKED_STEPS } from '../../contract/interview/steps.js';
import { AppError } from '../../platform/http/app-error.js';
import { ParticipantsService } from '../participants/participants.service.js';

/** Notes the steps that people do on external forms. */
@Injectable()
export class SaveProgressService {
  constructor(private readonly participants: ParticipantsService) {}

  /**
   * Does and returns the same for every e-mail, so that nobody learns whose story is told here.
   * @throws AppError 400 `wrong_field` for a field that belongs to another question
   */
  async save({ email, field, questionNumber }: SaveProgressRequest): Promise<SaveProgressResponse> {
    const step = TRACKED_STEPS[questionNumber];
    if (step?.wireField !== field) throw new AppError(400, 'wrong_field', 'The field belongs to another question.');
    await this.participants.recordStepByEmail(await this.readEmail(email), step.field);
    return { received: true };
  }

  /** Forms that put an e-mail into an address as it is turn its `+` into a space: it means plus where only that is known. */
  private async readEmail(email: string): Promise<string> {
    const withPlus = email.replaceAll(' ', '+');
    if (withPlus === email || (await this.participants.findByEmail(email)) !== null) return email;
    return withPlus;
  }
}
