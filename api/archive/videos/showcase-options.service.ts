import { Injectable } from '@nestjs/common';
import type { InterviewQuestion } from '../../contract/questions.js';
import type { StaffUserOption } from '../../contract/showcase.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import { ShowcaseVideosRepository } from './showcase-videos.repository.js';

const byName = new Intl.Collator('en');

/** What staff choose from when they add a video. */
@Injectable()
export class ShowcaseOptionsService {
  constructor(
    private readonly videos: ShowcaseVideosRepository,
    private readonly questions: QuestionsService,
  ) {}

  /** Everyone, sorted by full name (SPEC 9). */
  async listUsers(): Promise<StaffUserOption[]> {
    const users = await this.videos.findUserOptions();
    return users.toSorted((a, b) => byName.compare(fullName(a), fullName(b)) || byName.compare(a.email, b.email));
  }

  listQuestions(): Promise<InterviewQuestion[]> {
    return this.questions.list();
  }
}

function fullName({ firstName, lastName }: StaffUserOption): string {
  return `${firstName} ${lastName}`;
}
