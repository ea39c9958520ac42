import { Injectable } from '@nestjs/common';
import { privacyFactsOf } from '../../people/consent/privacy-facts.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { SiteSettings } from '../../contract/pages.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import type { Publication } from '../stories/shown-video.js';
import { PublicationsService, type StoryChanges } from '../stories/publications.service.js';
import { AppearancesService } from './appearances.service.js';
import { type FeedNames, feedStories } from './plan/desired-pages.js';
import { valueHash } from './tree/content-hash.js';
import { SiteBuild } from './plan/site-build.js';
import type { SiteContext } from './plan/make-file.js';

/** Everything that decides what the tree should hold, without the texts of the stories. */
export interface SiteInputs {
  context: SiteContext;
  /** Of all that shapes pages beside the stories. */
  templateKey: string;
  /** The public stories by their number. */
  publications: Publication[];
  feedNames: FeedNames;
}

/** Reads what the site should be. */
@Injectable()
export class SiteReader {
  private readonly settings: SiteSettings;
  private readonly stepUrls: readonly string[];

  constructor(
    config: AppConfig,
    private readonly siteBuild: SiteBuild,
    private readonly publications: PublicationsService,
    private readonly questions: QuestionsService,
    private readonly appearances: AppearancesService,
  ) {
    const { publicUrl, donateUrl, documentaryUrl, chatUrl, supportPhone, helpLines, staffAccounts } = config;
    const privacy = privacyFactsOf(config);
    this.settings = { publicUrl, donateUrl, documentaryUrl, chatUrl, supportPhone, privacy, helpLines, staffAccounts };
    this.stepUrls = config.interviewStepUrls;
  }

  /** @param changes whose stories have to be read anew */
  async read(changes: StoryChanges): Promise<SiteInputs> {
    const { settings, stepUrls } = this;
    const build = await this.siteBuild.load();
    const questions = await this.questions.list();
    const publications = await this.publications.read(changes);
    const feedNames = await this.nameInFeed(publications, changes.participantIds);
    const templateKey = valueHash(build.key, settings, questions, stepUrls);
    return { context: { build, settings, questions, stepUrls }, templateKey, publications, feedNames };
  }

  /** @param changedIds of the people whose story may have changed; null: anybody's */
  private nameInFeed(publications: Publication[], changedIds: string[] | null): Promise<FeedNames> {
    if (changedIds === null) return this.appearances.bringUpToDate(publications, null);
    const told = feedStories(publications).map(({ participantId }) => participantId);
    const ids = new Set([...changedIds, ...told]);
    const theirs = publications.filter(({ participantId }) => ids.has(participantId));
    return this.appearances.bringUpToDate(theirs, [...ids]);
  }
}
