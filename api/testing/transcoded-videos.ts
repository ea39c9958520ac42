import { TranscodeRequests } from '../media/store/transcode-requests.js';
import { Transcode } from '../media/transcode/transcode.entity.js';
import { PROGRAM_PATH } from './sample-videos.js';
import type { TestApp } from './test-app.js';
import { until } from './until.js';

/** For createTestApp: with the video tools of this machine, and so with their work. */
export const WITH_VIDEO_TOOLS = { PATH: PROGRAM_PATH };

/** Without them: a server sees that after its start only, and until then a new video waits. */
export function noVideoTools({ app }: Pick<TestApp, 'app'>): Promise<void> {
  return until(() => app.get(TranscodeRequests, { strict: false }).firstState === 'off');
}

/** The rows of all videos, once nothing more is made of any. */
export async function transcodedVideos({ dataSource }: Pick<TestApp, 'dataSource'>): Promise<Transcode[]> {
  const open = [{ state: 'waiting' as const }, { state: 'working' as const }];
  await until(async () => (await dataSource.manager.countBy(Transcode, open)) === 0);
  return dataSource.manager.find(Transcode, { order: { changedAt: 'ASC' } });
}
