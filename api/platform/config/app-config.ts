import type { Role } from './roles.js';
import type { HelpLine } from '../../contract/common/help-lines.js';
import type { KeepingPeriods } from '../../contract/staff/keeping.js';
import type { S3Access, S3Place } from './s3-place.js';
import type { Organisation } from '../../contract/consent/privacy.js';

export type NodeEnv = 'development' | 'production' | 'test';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Everything that is set from outside, checked and complete. Injected by this class as its token. */
export abstract class AppConfig {
  readonly nodeEnv: NodeEnv;
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  /** Where metrics are served, apart from everything that visitors reach; a null port: nowhere. */
  readonly metricsHost: string;
  readonly metricsPort: number | null;
  /** Of an OpenTelemetry collector that takes traces by HTTP. */
  readonly tracesUrl: string | null;
  readonly roles: readonly Role[];
  /** Least severe level that is logged. */
  readonly logLevel: LogLevel;
  /** Absolute folder of everything kept at run time: `postgres/ media/ uploads/ site/ outbox/`. */
  readonly stateDir: string;
  /** Where files are kept; null: below `stateDir`. */
  readonly mediaPlace: S3Place | null;
  /** Where the public site is kept for whoever delivers it, beside `stateDir`; null: nowhere. */
  readonly sitePlace: S3Place | null;
  /** Under which visitors find what is kept there: scheme, host and port. */
  readonly siteUrl: string;
  /** Who is told which addresses have changed, and the program that is; null: nobody. */
  readonly sitePurge: { url: string | null; token: string | null; command: string | null };
  /** How places that speak S3 are reached. */
  readonly s3: S3Access;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Of a replica that answers what only reads; null: there is none. */
  readonly databaseReadUrl: string | null;
  /** True: this process starts and stops the embedded PostgreSQL. */
  readonly embeddedPostgres: boolean;
  /** Start of absolute links: scheme, host and port, no slash at the end. */
  readonly publicUrl: string;
  /** Null: none is set, which may be so only where producers have accounts. */
  readonly staffPassword: string | null;
  /** Producers have accounts, and the staff password opens nothing. */
  readonly staffAccounts: boolean;
  /** The external form that Register and Resume go to; null: answers are recorded in the product. */
  readonly interviewFormUrl: string | null;
  /** The external address of each step but the last; empty: each step opens the product's own screen. */
  readonly interviewStepUrls: readonly string[];
  readonly storyGoal: number;
  readonly donateUrl: string | null;
  readonly documentaryUrl: string | null;
  readonly chatUrl: string | null;
  /** Null: the line about support is left out. */
  readonly supportPhone: string | null;
  /** Null (never in production): mails are written into `STATE_DIR/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Folder of `ffmpeg` and `ffprobe`; null: they are found on PATH. */
  readonly ffmpegPath: string | null;
  /** Where the system looks for programs (PATH). */
  readonly programFolders: readonly string[];
  /** `require`: nothing starts without the walls around whatever decodes files of strangers. */
  readonly mediaSandbox: 'auto' | 'require';
  /** An OpenAI-compatible transcription service, if any. */
  readonly transcribeUrl: string | null;
  readonly transcribeKey: string | null;
  /** What that service calls the model that it should use. */
  readonly transcribeModel: string;
  /** Whose public JSON names the pictures of videos that stand there: scheme, host and port. */
  readonly vimeoUrl: string;
  readonly youtubeUrl: string;
  /** Who is responsible for what people give. */
  readonly organisation: Organisation;
  /** Whom somebody can call who is in danger; the first country is shown first. */
  readonly helpLines: readonly HelpLine[];
  /** How long things are kept. */
  readonly keeping: KeepingPeriods;
  /** Nothing is published without a release on file. */
  readonly requireRelease: boolean;
  /** Number of proxies in front whose forwarded headers are believed. */
  readonly trustProxy: number;
  /** Where the web server in front reads `STATE_DIR/site` by itself, as a path without a slash at its end; null: it does not. */
  readonly xAccelRedirect: string | null;
}
