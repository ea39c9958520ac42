import { crowdAt } from '../../../testing/crowd.js';
import { holdTransaction, untilBlocked } from '../../../testing/hold-transaction.js';
import { withArchive } from '../../../testing/with-archive.js';
import { HostedThumbnailsRepository } from '../hosted/hosted-thumbnails.repository.js';
import { PersonVideosService } from './person-videos.service.js';

describe('a showcase video that two change at once', () => {
  const archive = withArchive();

  it('is not approved with words that nobody has looked at', async () => {
    const { id, textsVersion } = await archive.staff.add(archive.userId, { questionId: 1 });
    await using commit = await holdTransaction(archive.testApp.dataSource, (transaction) =>
      transaction.query(`UPDATE showcase_video SET title = 'Other words', revision = revision + 1 WHERE id = $1`, [id]),
    );
    const approval = Promise.resolve(archive.staff.approve(id).send({ textsVersion }));
    await untilBlocked(archive.testApp.dataSource);
    await commit();
    expect((await approval).body).toMatchObject({ code: 'video_changed' });
  });

  it('is refused many times at once, and nobody else waits for a connection', async () => {
    const { id } = await archive.staff.add(archive.userId, { questionId: 1 });
    const lookedAt = { userId: await archive.staff.register('Berta', 'Example'), questionId: 2 };
    const statuses = await crowdAt(archive.testApp, archive.userId, () => archive.staff.approve(id).send(lookedAt));
    expect(new Set(statuses)).toEqual(new Set([409]));
  });

  it('counts as public when it is being approved while its person is removed', async () => {
    const { app, dataSource } = archive.testApp;
    const { id } = await archive.staff.add(archive.userId, { questionId: 1 });
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('UPDATE showcase_video SET is_approved = true, approved_at = now() WHERE id = $1', [id]),
    );
    const videos = app.get(PersonVideosService);
    const removing = dataSource.transaction((transaction) =>
      videos.removeAllOf(archive.userId, new Date(), transaction),
    );
    await untilBlocked(dataSource);
    await commit();
    expect((await removing).removed.map((video) => video.id)).toEqual([id]);
  });

  it('keeps no picture of an address that it has just left', async () => {
    const { dataSource } = archive.testApp;
    const former = 'https://vimeo.com/1';
    const { id } = await archive.staff.addHosted(archive.userId, former);
    const thumbnails = archive.testApp.app.get(HostedThumbnailsRepository);
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query(`UPDATE showcase_video SET video_url = 'https://vimeo.com/2' WHERE id = $1`, [id]),
    );
    const [{ id: mediaId }] = await dataSource.query<[{ id: string }]>(
      `INSERT INTO media_file (id, key, sha256, bytes, mime_type, created_at)
       VALUES (gen_random_uuid(), 'picture', '', 0, 'image/jpeg', now()) RETURNING id`,
    );
    const keeping = dataSource.transaction((transaction) => thumbnails.keep(id, former, mediaId, transaction));
    await untilBlocked(dataSource);
    await commit();
    expect(await keeping).toBe(false);
  });
});
