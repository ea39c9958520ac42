import { DataSource } from 'typeorm';
import { MediaService } from '../media/store/media.service.js';
import { NewMediaService } from '../media/store/new-media.service.js';
import { findMediaType } from '../media/store/media-types.js';
import { FfmpegLocator } from '../media/transcode/ffmpeg-locator.js';
import type { TestApp } from './test-app.js';

/**
 * As if a video had come with nothing to tell and a server with video tools had found that out: the public plays what came.
 * For specs about everything else, whose videos are none; with video tools nothing happens.
 */
export async function keepPublicCopy(testApp: Pick<TestApp, 'app'>, videoId: string): Promise<void> {
  if (!(await testApp.app.get(FfmpegLocator).open())) await putPublicCopy(testApp, videoId);
}

/** Also where its conversion was quicker than its approval, which then makes none. */
export async function putPublicCopy({ app }: Pick<TestApp, 'app'>, videoId: string): Promise<void> {
  const media = app.get(MediaService);
  const [{ mediaId }] = await app
    .get(DataSource)
    .query<[{ mediaId: string }]>('SELECT media_id AS "mediaId" FROM showcase_video WHERE id = $1', [videoId]);
  const original = (await media.findFile(mediaId))!;
  const type = findMediaType(original.mimeType)!;
  await app
    .get(NewMediaService)
    .storeMade([{ type, bytes: await media.readWhole(original) }], ([copy], transaction) =>
      transaction.query(`UPDATE video_preparation SET copy_state = 'made', copy_media_id = $2 WHERE media_id = $1`, [
        mediaId,
        copy!.id,
      ]),
    );
}
