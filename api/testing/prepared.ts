import { Preparation } from '../media/transcode/preparation.entity.js';
import { PROGRAM_PATH } from './sample-videos.js';
import type { TestApp } from './test-app.js';
import { until } from './until.js';

/** For createTestApp: with the video tools of this machine, and so with their work. */
export const WITH_VIDEO_TOOLS = { PATH: PROGRAM_PATH };

/** The rows of all videos, once nothing more is made of any. */
export async function preparedVideos({ dataSource }: Pick<TestApp, 'dataSource'>): Promise<Preparation[]> {
  const open = [{ state: 'waiting' as const }, { state: 'working' as const }];
  await until(async () => (await dataSource.manager.countBy(Preparation, open)) === 0);
  return dataSource.manager.find(Preparation, { order: { changedAt: 'ASC' } });
}
