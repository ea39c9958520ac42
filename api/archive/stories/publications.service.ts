import { Injectable, Logger } from '@nestjs/common';
import type { Publication } from './shown-video.js';
import { StoriesService } from './stories.service.js';
import { type ChangesRead, type StoryChanges, StoryChangesRepository } from './story-changes.repository.js';

export type { StoryChanges };

/**
 * The public stories as the latest run of this process has read them: the next one reads those that have changed since.
 * One run at a time.
 */
@Injectable()
export class PublicationsService {
  private readonly logger = new Logger('Publishing');
  private known: { upTo: ChangesRead; stories: Publication[] } | null = null;

  constructor(
    private readonly stories: StoriesService,
    private readonly changes: StoryChangesRepository,
  ) {}

  /** @param isAnew everything is to be read, whatever is known */
  findChanges(isAnew: boolean): Promise<StoryChanges> {
    return this.changes.findSince(isAnew ? null : (this.known?.upTo ?? null));
  }

  /** Every public story that has a number, in ascending order; those that have not changed are the same objects as before. */
  async read({ upTo, participantIds }: StoryChanges): Promise<Publication[]> {
    this.known = { upTo, stories: await this.readFrom(participantIds) };
    // Nobody waits for room where nothing else needs any.
    if (participantIds === null) await this.changes.removeOld().catch((error: unknown) => this.logger.error(error));
    return this.known.stories;
  }

  private async readFrom(participantIds: string[] | null): Promise<Publication[]> {
    if (!this.known || participantIds === null) return this.stories.listPublications();
    if (participantIds.length === 0) return this.known.stories;
    const changed = new Set(participantIds);
    const unchanged = this.known.stories.filter(({ participantId }) => !changed.has(participantId));
    const read = await this.stories.listPublications(participantIds);
    return [...unchanged, ...read].toSorted((a, b) => a.sequence - b.sequence);
  }
}
