import path from 'node:path';
import { Module } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { InterviewModule } from '../../people/interview/interview.module.js';
import { MediaModule } from '../../media/media.module.js';
import { SignInModule } from '../../people/sign-in/sign-in.module.js';
import { StoriesModule } from '../stories/stories.module.js';
import { AppearancesRepository } from './appearances.repository.js';
import { AppearancesService } from './appearances.service.js';
import { SiteBucket } from './bucket/site-bucket.js';
import { SiteEdge } from './bucket/site-edge.js';
import { SiteObjectRepository } from './bucket/site-object.repository.js';
import { SiteExport } from './site-export.js';
import { SiteManifest } from './tree/site-manifest.js';
import { CompiledSiteBuild } from './plan/site-build.js';
import { SiteBuild } from './plan/site-build.js';
import { Publisher } from './publisher.js';
import { PublishingController } from './publishing.controller.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { PublishingHealth } from './publishing.health.js';
import { Reconciler } from './reconciler.js';
import { PagefindIndexer } from './search/pagefind-indexer.js';
import { SearchPublisher } from './search/search-publisher.js';
import { BodyReader } from './serving/body-reader.js';
import { ResourceSender } from './serving/resource-sender.js';
import { SiteLookup } from './serving/site-lookup.js';
import { SiteServer } from './serving/site-server.js';
import { SiteAccess } from './site-access.js';
import { SiteReader } from './site-reader.js';
import { SiteServers } from './site-servers.js';
import { SiteServersRepository } from './site-servers.repository.js';
import { SiteTree } from './tree/site-tree.js';
import { TreeWriter } from './tree-writer.js';

/** `dist/site` seen from `dist/api/archive/publishing`. */
const SITE_BUILD_FOLDER = path.resolve(import.meta.dirname, '../../../site');

const site = [
  { provide: SiteBuild, useFactory: () => new CompiledSiteBuild(SITE_BUILD_FOLDER) },
  {
    provide: SiteTree,
    useFactory: ({ stateDir }: AppConfig) =>
      new SiteTree(path.join(stateDir, 'site'), path.join(stateDir, 'site-staging')),
    inject: [AppConfig],
  },
  {
    provide: SiteManifest,
    useFactory: ({ stateDir }: AppConfig) => new SiteManifest(path.join(stateDir, 'site-manifest.jsonl')),
    inject: [AppConfig],
  },
];

@Module({
  imports: [StoriesModule, InterviewModule, MediaModule, SignInModule],
  controllers: [PublishingController],
  providers: [
    ...site,
    AppearancesRepository,
    AppearancesService,
    SiteAccess,
    SiteBucket,
    SiteEdge,
    SiteObjectRepository,
    SiteServersRepository,
    SiteServers,
    SiteReader,
    TreeWriter,
    PagefindIndexer,
    SearchPublisher,
    Reconciler,
    PublishingLockRepository,
    PublishingHealth,
    Publisher,
    SiteExport,
    SiteLookup,
    BodyReader,
    ResourceSender,
    SiteServer,
  ],
  exports: [AppearancesService, Publisher, PublishingHealth, SiteExport],
})
export class PublishingModule {}
