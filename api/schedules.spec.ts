import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { QueueWorker } from './platform/jobs/queue-worker.js';
import { provenPerson } from './testing/proven-person.js';
import { PROGRAM_PATH } from './testing/sample-videos.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

/** What ends some time after these. */
const ENDING = {
  participant_session: ['created_at', 'last_seen_at'],
  device_token: ['created_at', 'last_seen_at'],
  sign_in_link: ['created_at'],
  email_change: ['created_at'],
  rate_limit: ['ends_at'],
  staff_link: ['created_at'],
  passkey_challenge: ['created_at'],
};
const each = (count: number) =>
  Object.fromEntries([...Object.keys(ENDING), 'audit_entry'].map((table) => [table, count]));

/** What is due is looked for again a tenth of a second later. */
const SEVERAL_LOOKS_MS = 500;
/** Begins the name of what specs provide in a class's place. */
const OF_SPECS = /^Known/;

describe('what is done by the clock', () => {
  let testApp: TestApp;
  afterEach(() => testApp.close());

  const query = (sql: string) => testApp.dataSource.query<object[]>(sql);
  const schedules = () => testApp.app.get(SchedulerRegistry);
  const fireAll = async () => {
    for (const job of schedules().getCronJobs().values()) {
      job.waitForCompletion = true;
      await job.fireOnTick();
    }
  };
  const instances = () => {
    const providers = testApp.app.get(DiscoveryService, { strict: false }).getProviders();
    return new Set(providers.map(({ instance }) => instance as object | null));
  };
  const looksOfTheNight = async () =>
    Promise.all(['keeping_night', 'nightly_look'].map(async (table) => (await query(`SELECT FROM ${table}`)).length));

  it('looks at everything each night, and removes what is over', async () => {
    testApp = await createTestApp();
    const { browser } = await provenPerson(testApp);
    await browser.post('/api/my-story/email').send({ email: 'new@example.org' }).expect(202);
    await query(`INSERT INTO rate_limit VALUES ('a', 1, now())`);
    await query(`INSERT INTO staff_account (id, email, name, created_at)
      VALUES (gen_random_uuid(), 'ida@example.org', 'Ida', now())`);
    await query(`INSERT INTO staff_link SELECT 'a', id, 'admin', now() FROM staff_account`);
    await query(`INSERT INTO passkey_challenge VALUES ('a', NULL, now())`);
    const ending = async () => {
      const counts = Object.keys(ENDING).map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
      return (
        await query(`SELECT ${counts.join()},
        (SELECT count(*)::int FROM audit_entry WHERE at < now() - interval '40 months') AS audit_entry`)
      )[0];
    };
    for (const [table, columns] of Object.entries(ENDING)) {
      await query(`UPDATE ${table} SET ${columns.map((column) => `${column} = now() - interval '10 years'`).join()}`);
    }
    await query(`INSERT INTO audit_entry (actor, action, subject_type, at)
      VALUES ('staff', 'signed_in', 'gate', now() - interval '41 months')`);
    expect(await ending()).toEqual(each(1));
    expect(await looksOfTheNight()).toEqual([0, 0]);
    await fireAll();
    expect(await ending()).toEqual(each(0));
    expect(await looksOfTheNight()).toEqual([1, 1]);
  });

  it('leaves the looks of the night to a server that works for all', async () => {
    testApp = await createTestApp({ ROLES: 'web' });
    await fireAll();
    expect(await looksOfTheNight()).toEqual([0, 0]);
  });

  it('looks for work no more often while nothing waits', async () => {
    testApp = await createTestApp({ PATH: PROGRAM_PATH });
    const workers = [...instances()].filter((instance) => instance instanceof QueueWorker);
    expect(workers).not.toEqual([]);
    await Promise.all(workers.map((worker) => worker.look()));
    const looks = workers.map((worker) => jest.spyOn(worker, 'look'));
    await wait(SEVERAL_LOOKS_MS);
    expect(looks.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('is done at these times', async () => {
    testApp = await createTestApp();
    const byTime: Record<string, string[]> = {};
    for (const instance of instances() as Set<Record<string, object> | null>) {
      if (!instance || !Object.getPrototypeOf(instance)) continue;
      for (const name of new MetadataScanner().getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const method = instance[name]!;
        const cron = Reflect.getMetadata('SCHEDULE_CRON_OPTIONS', method) as { cronTime: string } | undefined;
        const interval = Reflect.getMetadata('SCHEDULE_INTERVAL_OPTIONS', method) as { timeout: number } | undefined;
        const time = cron?.cronTime ?? (interval && `each ${interval.timeout / 1000} s`);
        if (time !== undefined)
          (byTime[time] ??= []).push(`${instance.constructor.name.replace(OF_SPECS, '')}.${name}`);
      }
    }
    for (const names of Object.values(byTime)) names.sort();
    expect(byTime).toEqual({
      'each 20 s': ['ReleaseTimes.lookRegularly'],
      '*/1 * * * *': ['Publisher.readEndingRegularly', 'Publisher.removeStaleSearch'],
      'each 300 s': ['RemindersService.sendDue'],
      'each 600 s': [
        'AnswerJoinsWorker.look',
        'EmailNoticesWorker.look',
        'HostedThumbnailsWorker.look',
        'MediaSweeper.sweep',
        'PublicCopiesWorker.look',
        'ReceiptMailsWorker.look',
        'RecordingProofsWorker.look',
        'TranscodeWorker.look',
        'TranscriptDraftsWorker.look',
      ],
      'each 900 s': ['ReleaseRequests.remindRegularly'],
      'each 1800 s': ['UploadSweeper.sweep'],
      'each 3600 s': ['Mailer.sweep', 'RestorePointSweeper.sweep'],
      '0 0-23/1 * * *': [
        'DeviceTokens.sweepExpired',
        'EmailChanges.sweepOld',
        'HelperSessions.sweepExpired',
        'ParticipantSessions.sweepExpired',
        'Passkeys.sweepOld',
        'RateLimits.sweepPast',
        'ReleaseLinks.sweepOld',
        'SignInLinks.sweepOld',
        'StaffBrowsers.sweepExpired',
        'StaffSessions.sweepExpired',
        'StaffSignIn.sweepOld',
        'UploadQuota.sweepPast',
      ],
      '0 03 * * *': ['Publisher.bringUpToDateNightly'],
      '0 04 * * *': ['AuditService.sweepOld'],
      '0 30 4 * * *': ['KeepingService.onSchedule'],
      '0 0 5 * * *': ['NightlyLookService.onSchedule'],
    });
    const set = schedules().getCronJobs().size + schedules().getIntervals().length;
    expect(Object.values(byTime).flat()).toHaveLength(set);
  });
});
