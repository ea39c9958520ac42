import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { createTransport } from 'nodemailer';
import { inspectTree } from '../../archive/publishing/tree/inspect-tree.js';
import { SiteManifest } from '../../archive/publishing/tree/site-manifest.js';
import { SiteTree } from '../../archive/publishing/tree/site-tree.js';
import { UPLOAD_SESSION_MAX_AGE_MS } from '../../contract/common/limits.js';
import type { LookFinding } from '../../contract/staff/nightly-look.js';
import type { MediaFinding } from '../../media/store/check-media.js';
import { checkWalls } from '../../media/sandbox/media-sandbox.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { migrationNames } from '../../platform/database/migrate-to.js';
import { mediaBucket, siteBucket } from './examine-buckets.js';
import { replica } from './examine-replica.js';

export interface Finding extends LookFinding {
  /** Whether `--repair` mends it. */
  canBeMended?: boolean;
}

export interface Patient {
  config: AppConfig;
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Compares the store with the database. */
  checkMedia: (report: (finding: MediaFinding) => void) => Promise<void>;
}

/** Looks at one part. */
export type Examination = (patient: Patient, report: (finding: Omit<Finding, 'part'>) => void) => Promise<void>;

const GB = 1_000_000_000;
const LITTLE_ROOM_BYTES = 5 * GB;
const CLOCK_TOLERANCE_MS = 5_000;
const DAY_MS = 86_400_000;
const BACKUP_MAX_AGE_DAYS = 7;
const CERTIFICATE_DAYS_LEFT = 14;
/** After its time is over. */
const UPLOADS_LATE_DAYS = 2;
const LONG_WAIT_HOURS = 24;
/** In half an hour: a store or a disk that was away for a moment is back by then. */
const JOIN_FAILURES = 8;
const NETWORK_TIMEOUT_MS = 10_000;

const MEDIA_TEXT: Record<MediaFinding['problem'], string> = {
  missing: 'is missing. A restore writes it again, if a backup holds it',
  altered: 'is not as it was stored. A restore writes it again, if a backup holds it',
  unread: 'cannot be read: look at the disk, and at the rights of the folder',
  orphan: 'is needed by nobody',
};

/** In the order in which they are told. */
const EXAMINATIONS: Record<string, Examination> = {
  async database({ query }, report) {
    const rows = await query<{ name: string }>('SELECT name FROM migrations');
    const ran = new Set(rows.map(({ name }) => name));
    const missing = migrationNames().filter((name) => !ran.has(name));
    if (missing.length > 0)
      report({ severity: 'wrong', text: `${missing.length} migrations have not run: start the server.` });
    const newer = [...ran].filter((name) => !migrationNames().includes(name));
    if (newer.length > 0) report({ severity: 'notice', text: `It was used by a newer version (${newer.join(', ')}).` });
  },

  replica,

  async clock({ query }, report) {
    const [row] = await query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const apartMs = Math.abs(row!.now.getTime() - Date.now());
    if (apartMs <= CLOCK_TOLERANCE_MS) return;
    report({
      severity: 'wrong',
      text: `The clocks of this machine and of the database are ${Math.round(apartMs / 1000)} s apart.`,
    });
  },

  async room({ config }, report) {
    const { bavail, blocks, bsize } = await statfs(config.stateDir);
    const free = bavail * bsize;
    if (free >= LITTLE_ROOM_BYTES) return;
    const share = blocks === 0 ? 0 : Math.round((100 * bavail) / blocks);
    report({
      severity: 'wrong',
      text: `${(free / GB).toFixed(1)} GB (${share} %) are free where ${config.stateDir} lies.`,
    });
  },

  async media({ checkMedia }, report) {
    await checkMedia(({ key, problem }) => {
      report({ severity: problem === 'orphan' ? 'notice' : 'wrong', text: `${key} ${MEDIA_TEXT[problem]}.` });
    });
  },

  'media bucket': mediaBucket,

  async 'public site'({ config }, report) {
    const manifest = new SiteManifest(path.join(config.stateDir, 'site-manifest.jsonl'));
    manifest.refresh();
    const published = new Map(manifest.files);
    const tree = new SiteTree(path.join(config.stateDir, 'site'), path.join(config.stateDir, 'site-staging'));
    const { damaged } = await inspectTree(tree, published, 'hash', 0);
    // What a server has published meanwhile, or is about to, is told before it is written.
    manifest.refresh();
    const isAsBefore = (file: string) =>
      !manifest.pending.has(file) && manifest.files.get(file)?.hash === published.get(file)?.hash;
    for (const file of damaged.filter(isAsBefore)) {
      report({ severity: 'wrong', text: `${file} is not as it was published.`, canBeMended: true });
    }
  },

  'public bucket': siteBucket,

  async conversions({ query }, report) {
    const [row] = await query<{ failed: number; late: number }>(
      `SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed,
         count(*) FILTER (WHERE state = 'waiting' AND waiting_since < now() - interval '${LONG_WAIT_HOURS} hours')::int AS late
       FROM video_preparation`,
    );
    if (row!.failed > 0)
      report({ severity: 'notice', text: `${row!.failed} videos could not be converted; /admin3 says why.` });
    if (row!.late > 0)
      report({ severity: 'wrong', text: `${row!.late} videos have waited longer than ${LONG_WAIT_HOURS} hours.` });
    const [joins] = await query<{ failed: number; stuck: number }>(
      `SELECT count(*) FILTER (WHERE join_problem IS NOT NULL)::int AS failed,
         count(*) FILTER (WHERE join_due_at IS NOT NULL AND join_failures >= ${JOIN_FAILURES})::int AS stuck FROM answer`,
    );
    if (joins!.failed > 0)
      report({ severity: 'notice', text: `${joins!.failed} answers could not be joined; /admin says why.` });
    if (joins!.stuck > 0)
      report({
        severity: 'wrong',
        text: `${joins!.stuck} answers could not be joined in ${JOIN_FAILURES} tries or more; the log says why.`,
      });
  },

  async deletions({ query }, report) {
    const [row] = await query<{ late: number }>(
      `SELECT count(*)::int AS late FROM media_deletion WHERE requested_at < now() - interval '1 day'`,
    );
    if (row!.late > 0)
      report({ severity: 'wrong', text: `${row!.late} files should have been removed a day ago.`, canBeMended: true });
  },

  async uploads({ query }, report) {
    const days = UPLOAD_SESSION_MAX_AGE_MS / DAY_MS + UPLOADS_LATE_DAYS;
    const [row] = await query<{ late: number }>(
      `SELECT count(*)::int AS late FROM upload_session
       WHERE created_at < now() - interval '${days} days' AND audience <> 'set_apart'
       AND NOT EXISTS (SELECT FROM upload_chunk c
         WHERE c.upload_id = id AND c.received_at > now() - interval '${days} days')`,
    );
    if (row!.late > 0)
      report({ severity: 'notice', text: `${row!.late} uploads that nobody finished wait to be removed.` });
  },

  async producers({ config, query }, report) {
    if (!config.staffAccounts) return;
    const [row] = await query<{ some: boolean }>('SELECT EXISTS (SELECT FROM staff_account) AS some');
    if (!row!.some)
      report({ severity: 'wrong', text: 'Nobody can sign in as a producer: npm run staff -- add EMAIL "NAME".' });
  },

  async ledger({ config }, report) {
    const { unread } = await new WithdrawalLedger(config).read();
    for (const { number, isTorn } of unread) {
      const text = isTorn
        ? 'was left unfinished, and is passed over'
        : 'says nothing that is known, and is passed over: a "no" may be lost. A backup may hold it whole';
      report({ severity: isTorn ? 'notice' : 'wrong', text: `Line ${number} of the ledger ${text}.` });
    }
  },

  async sandbox({ config }, report) {
    const warning = await checkWalls(config);
    if (warning) report({ severity: 'notice', text: warning });
  },

  async mail({ config }, report) {
    if (config.smtpUrl === null) {
      report({ severity: 'notice', text: 'No mail server is set: mails are written into STATE_DIR/outbox.' });
      return;
    }
    const limits = { connectionTimeout: NETWORK_TIMEOUT_MS, greetingTimeout: NETWORK_TIMEOUT_MS };
    const transport = createTransport({ url: config.smtpUrl, ...limits });
    try {
      await transport.verify();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      report({ severity: 'wrong', text: `The mail server does not take mails (${code ?? 'unknown'}).` });
    } finally {
      transport.close();
    }
  },

  async certificate({ config }, report) {
    const url = new URL(config.publicUrl);
    if (url.protocol !== 'https:') return;
    const socket = connect({ host: url.hostname, port: Number(url.port || 443), servername: url.hostname });
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) });
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      if (days < CERTIFICATE_DAYS_LEFT)
        report({ severity: 'wrong', text: `The certificate of ${url.host} ends in ${days} days.` });
    } catch (error) {
      report({
        severity: 'wrong',
        text: `${config.publicUrl} cannot be reached with a good certificate: ${reasonOf(error)}`,
      });
    } finally {
      socket.destroy();
    }
  },

  async backup({ query }, report) {
    // One that was written down in the future would be young for as long as that is.
    const [row] = await query<{ at: Date | null }>(
      'SELECT max(proven_at) AS at FROM backup_record WHERE is_whole AND proven_at <= clock_timestamp()',
    );
    if (!row?.at) report({ severity: 'wrong', text: 'No backup was ever proven: npm run backup -- --help' });
    else if (Date.now() - row.at.getTime() > BACKUP_MAX_AGE_DAYS * DAY_MS) {
      report({ severity: 'wrong', text: `The last proven backup is of ${row.at.toISOString().slice(0, 10)}.` });
    }
  },
};

export const PARTS = Object.keys(EXAMINATIONS);

/** Looks at every part, whatever is found before. What cannot be looked at is a finding itself. */
export async function examine(patient: Patient, parts: string[], report: (finding: Finding) => void): Promise<void> {
  for (const part of parts) {
    try {
      await EXAMINATIONS[part]!(patient, (finding) => report({ part, ...finding }));
    } catch (error) {
      report({ part, severity: 'wrong', text: `It could not be examined: ${reasonOf(error)}` });
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
