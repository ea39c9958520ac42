import { Injectable } from '@nestjs/common';
import type { UserStory } from '../../contract/stories/stories.js';
import { AppError } from '../../platform/http/app-error.js';
import { type Reader, ReadReplica } from '../../platform/database/read-replica.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import type { EndingVideo, Publication, ShownMedia, ShownVideo, Stories } from './shown-video.js';
import { StoriesRepository } from './stories.repository.js';
import { toStoryOverviewItems } from './to-story.js';

/** PostgreSQL keeps no such character, and refuses a question that holds one. */
const NUL = '\0';
export const STORIES_AT_A_TIME = 100;

/** The stories as the public may see them: of people with an approved video, and of those people only the first name. */
@Injectable()
export class StoriesService {
  constructor(
    private readonly stories: StoriesRepository,
    private readonly questions: QuestionsService,
    private readonly replica: ReadReplica,
  ) {}

  /**
   * Everyone's videos, some stories at a time, the newest first, but for those that are found by their link alone.
   * @param from of one moment
   */
  async *listAll(from: Reader): AsyncIterable<ShownVideo[]> {
    const people = await this.stories.findListedPeople(from);
    for (let at = 0; at < people.length; at += STORIES_AT_A_TIME) {
      yield await this.stories.findShownOf(people.slice(at, at + STORIES_AT_A_TIME), from);
    }
  }

  /** @throws AppError 404 `story_not_found` */
  async findStory(userName: string): Promise<UserStory> {
    const name = userName.normalize('NFC');
    const rows = name.includes(NUL)
      ? []
      : await this.replica.read((from) => this.stories.findShownByUserName(name, from));
    const [item] = toStoryOverviewItems(rows);
    if (!item) throw new AppError(404, 'story_not_found', 'User story not found');
    return { ...item, questions: await this.questions.list() };
  }

  /** The stories of these people by their id; who has none is left out. */
  async findByParticipants(participantIds: string[]): Promise<Stories> {
    const rows = participantIds.length === 0 ? [] : await this.stories.findShownOf(participantIds);
    const unlisted = new Set(rows.filter(({ isUnlisted }) => isUnlisted).map(({ participantId }) => participantId));
    const items = toStoryOverviewItems(rows);
    return new Map(items.map((story) => [story.user.id, { story, isUnlisted: unlisted.has(story.user.id) }]));
  }

  findMedia(participantIds: string[]): Promise<ShownMedia[]> {
    return this.stories.findShownMedia(participantIds);
  }

  /**
   * Gives the next numbers to the stories that are public for the first time.
   * @param participantIds of these people; null: of everybody
   */
  numberNewStories(participantIds: string[] | null = null): Promise<void> {
    return this.stories.numberNewStories(participantIds);
  }

  /**
   * Every public story that has a number, in ascending order.
   * @param participantIds of these people; null: of everybody
   */
  listPublications(participantIds: string[] | null = null): Promise<Publication[]> {
    return this.stories.findPublications(participantIds);
  }

  /** Videos that are public until a moment, the earliest first. */
  listEnding(): Promise<EndingVideo[]> {
    return this.stories.findEnding();
  }

  /** Changes whenever `listAll` would return something else. */
  fingerprint(from: Reader): Promise<string> {
    return this.stories.fingerprint(from);
  }
}
