import type { Row } from './row.ts';
import { backupAges } from './rows/backup-ages.ts';
import { cameraTags } from './rows/camera-tags.ts';
import { canaryWords } from './rows/canary-words.ts';
import { chunkSequences } from './rows/chunk-sequences.ts';
import { clocks } from './rows/clocks.ts';
import { consentSequences } from './rows/consent-sequences.ts';
import { crowd } from './rows/crowd.ts';
import { cutLines } from './rows/cut-lines.ts';
import { damagedMedia } from './rows/damaged-media.ts';
import { damagedRecordings } from './rows/damaged-recordings.ts';
import { databaseAway } from './rows/database-away.ts';
import { describedRequests } from './rows/described-requests.ts';
import { endedInOrder } from './rows/ended-in-order.ts';
import { fullDisk } from './rows/full-disk.ts';
import { hostileFiles } from './rows/hostile-files.ts';
import { hostileTexts } from './rows/hostile-texts.ts';
import { killedPublishing } from './rows/killed-publishing.ts';
import { killedUploads } from './rows/killed-uploads.ts';
import { knownEmails } from './rows/known-emails.ts';
import { longRun } from './rows/long-run.ts';
import { openDoors } from './rows/open-doors.ts';
import { orderOfCalls } from './rows/order-of-calls.ts';
import { secretsInLogs } from './rows/secrets-in-logs.ts';
import { severalServers } from './rows/several-servers.ts';
import { staffAtOnce } from './rows/staff-at-once.ts';
import { worlds } from './rows/worlds.ts';

/** In the order of their numbers. */
export const ROWS: Row[] = [
  killedUploads,
  orderOfCalls,
  chunkSequences,
  cutLines,
  fullDisk,
  databaseAway,
  killedPublishing,
  staffAtOnce,
  canaryWords,
  openDoors,
  knownEmails,
  hostileFiles,
  cameraTags,
  crowd,
  secretsInLogs,
  endedInOrder,
  damagedMedia,
  hostileTexts,
  describedRequests,
  clocks,
  worlds,
  longRun,
  consentSequences,
  backupAges,
  severalServers,
  damagedRecordings,
];
