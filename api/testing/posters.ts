import { NewMediaService } from '../media/store/new-media.service.js';
import { sampleJpeg } from './sample-media.js';
import type { TestApp } from './test-app.js';

/** As if a server with video tools had taken a picture of that finished video. */
export async function givePoster({ app }: Pick<TestApp, 'app'>, videoId: string): Promise<void> {
  const picture = { type: { mimeType: 'image/jpeg', extension: 'jpg' }, bytes: await sampleJpeg() };
  await app.get(NewMediaService).storeMade([picture], ([poster], transaction) =>
    transaction.query(
      `UPDATE video_preparation SET poster_media_id = $2
         WHERE media_id = (SELECT media_id FROM showcase_video WHERE id = $1)`,
      [videoId, poster!.id],
    ),
  );
}
