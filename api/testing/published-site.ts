import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { STALE_SHARDS_KEPT_MS } from '../contract/common/limits.js';
import type { ShowcaseVideo } from '../contract/videos/showcase.js';
import { Publisher } from '../archive/publishing/publisher.js';
import { ArchiveClient } from './archive-client.js';
import { describeFiles } from './site-files.js';
import { createTestApp, type TestApp } from './test-app.js';

export const storyOf = ({ user }: ShowcaseVideo) => `/stories/${user.userName}`;
export const mediaOf = ({ id }: ShowcaseVideo) => `/media/${id}.mp4`;

/** A running API with its public tree, and who fills it. */
export class PublishedSite {
  private constructor(
    readonly testApp: TestApp,
    readonly archive: ArchiveClient,
  ) {}

  /** @param env as for createTestApp */
  static async start(env?: Record<string, string>): Promise<PublishedSite> {
    const testApp = await createTestApp(env);
    const site = new PublishedSite(testApp, await ArchiveClient.signIn(testApp));
    await site.bringUpToDate();
    return site;
  }

  bringUpToDate(): Promise<void> {
    return this.testApp.app.get(Publisher).bringUpToDate();
  }

  /** What is kept of the search index for those who read its list before goes, as it does when they have had their time. */
  async outliveStaleSearch(): Promise<void> {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + STALE_SHARDS_KEPT_MS);
    try {
      await this.testApp.app.get(Publisher).removeStaleSearch();
    } finally {
      clock.mockRestore();
    }
  }

  /** As a new process does it. */
  async restart(): Promise<void> {
    await this.testApp.restart();
    await this.bringUpToDate();
  }

  /** A path below STATE_DIR. */
  inState(name: string): string {
    return path.join(this.testApp.config.stateDir, name);
  }

  /** A path in the public tree. */
  inSite(name: string): string {
    return path.join(this.testApp.config.stateDir, 'site', name);
  }

  /** What is known of the public tree, a file or a change each line. */
  async manifest(): Promise<string> {
    return readFile(this.inState('site-manifest.jsonl'), 'utf8');
  }

  /** Equal for equal trees. */
  describe(): Promise<string[]> {
    return describeFiles(this.inState('site'));
  }

  get(address: string) {
    return this.testApp.http.get(encodeURI(address));
  }

  /** One approved answer of a new participant. */
  async publishStory(firstName: string, transcript: string): Promise<ShowcaseVideo> {
    return this.archive.publish(await this.archive.register(firstName), { questionId: 1, transcript });
  }
}
