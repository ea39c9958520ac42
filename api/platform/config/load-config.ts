import path from 'node:path';
import { z } from 'zod';
import { HELP_LINES } from '../../contract/common/help-lines.js';
import { LAST_STEP } from '../../contract/interview/steps.js';
import type { AppConfig } from './app-config.js';
import { ConfigError } from './config-error.js';
import { ROLES } from './roles.js';
import { overlap } from './s3-place.js';
import {
  absolutePath,
  emailAddress,
  encryptedMailUrl,
  encryptedUrl,
  helpLines,
  httpOrigin,
  httpsOrigin,
  httpUrl,
  jsonUrls,
  oneOf,
  optional,
  saidYes,
  serviceUrl,
  serverPath,
  someOf,
  storeAddress,
  strongPassword,
  text,
  wholeNumber,
} from './variables.js';

/** Variables as the process receives them; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 3000;
/** Twenty years. */
const MONTHS_MAX = 240;
/** From the first screen on, as many as have a form: the last screen is the product's own upload page. */
const EXTERNAL_STEPS = LAST_STEP;
/** A rule between two variables is looked at though a third one is bad: zod would wait until that is put right. */
const ALSO_BESIDE_OTHERS = () => true;

/**
 * Checks every variable and fills in the defaults, stricter ones in production.
 * @param cwd absolute folder that relative paths start from
 * @param isRoot whether this process may do everything on its machine
 * @throws ConfigError that names every bad variable at once
 */
export function loadConfig(environment: Environment, cwd: string, isRoot = process.getuid?.() === 0): AppConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const isProduction = given.NODE_ENV === 'production';
  const result = variables(isProduction, given, isRoot).safeParse(given);
  if (!result.success) throw new ConfigError(result.error.issues);
  const env = result.data;
  return {
    nodeEnv: env.NODE_ENV,
    isProduction,
    host: env.HOST,
    port: env.PORT,
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    roles: env.ROLES,
    logLevel: env.LOG_LEVEL,
    stateDir: stateDirOf(environment, cwd),
    mediaPlace: env.MEDIA_STORE,
    sitePlace: env.SITE_STORE,
    siteUrl: env.SITE_URL ?? env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    sitePurge: { url: env.SITE_PURGE_URL, token: env.SITE_PURGE_TOKEN, command: env.SITE_PURGE_COMMAND },
    s3: { endpoint: env.S3_ENDPOINT, region: env.S3_REGION, linkOrigin: env.MEDIA_LINKS },
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    embeddedPostgres: env.DATABASE_URL === null,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    staffPassword: env.STAFF_PASSWORD,
    staffAccounts: env.STAFF_ACCOUNTS === '1',
    interviewFormUrl: env.INTERVIEW_FORM_URL,
    interviewStepUrls: env.INTERVIEW_STEP_URLS ?? [],
    storyGoal: env.STORY_GOAL,
    donateUrl: env.DONATE_URL,
    documentaryUrl: env.DOCUMENTARY_URL,
    chatUrl: env.CHAT_URL,
    supportPhone: env.SUPPORT_PHONE,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    ffmpegPath: env.FFMPEG_PATH && path.resolve(cwd, env.FFMPEG_PATH),
    programFolders: (given.PATH ?? given.Path ?? '').split(path.delimiter).filter(Boolean),
    mediaSandbox: env.MEDIA_SANDBOX,
    transcribeUrl: env.TRANSCRIBE_URL,
    transcribeKey: env.TRANSCRIBE_KEY,
    transcribeModel: env.TRANSCRIBE_MODEL,
    vimeoUrl: env.VIMEO_URL,
    youtubeUrl: env.YOUTUBE_URL,
    organisation: {
      name: env.ORGANISATION_NAME,
      address: env.ORGANISATION_ADDRESS,
      email: env.ORGANISATION_EMAIL,
      termsUrl: env.ORGANISATION_TERMS_URL,
    },
    helpLines: env.HELP_LINES ?? HELP_LINES,
    keeping: {
      unsubmitted: env.KEEP_UNSUBMITTED_MONTHS,
      answers: env.KEEP_ANSWERS_MONTHS,
      publicUploads: env.KEEP_PUBLIC_UPLOADS_MONTHS,
      audit: env.KEEP_AUDIT_MONTHS,
    },
    requireRelease: env.REQUIRE_RELEASE === '1',
    trustProxy: env.TRUST_PROXY,
    xAccelRedirect: env.X_ACCEL_REDIRECT,
  };
}

/** Absolute. Any text is a folder's name, so this is known before the rest is checked. */
export function stateDirOf({ STATE_DIR }: Environment, cwd: string): string {
  return path.resolve(cwd, STATE_DIR?.trim() || 'var');
}

/**
 * A real site says where its facts and mails go, and has nothing that is easily guessed or read on the way; a developer's
 * machine has somewhere to put both.
 */
function variables(isProduction: boolean, given: Environment, isRoot: boolean) {
  const mayEmbedInProduction = given.EMBEDDED_POSTGRES === '1';
  const staffPassword = isProduction ? strongPassword : text;
  const databaseUrl = serviceUrl('postgres:', 'postgresql:');
  const orEmbedded = z.string('must be set, or EMBEDDED_POSTGRES=1 must allow the embedded PostgreSQL');
  const flag = optional(oneOf('0', '1'));
  const kinds = {
    NODE_ENV: oneOf('development', 'production', 'test').default('development'),
    HOST: text.default(isProduction ? '0.0.0.0' : '127.0.0.1'),
    PORT: wholeNumber(1, 65_535).default(DEFAULT_PORT),
    METRICS_HOST: text.default('127.0.0.1'),
    METRICS_PORT: optional(wholeNumber(1, 65_535)),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
    ROLES: someOf(...ROLES).default([...ROLES]),
    LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default(isProduction ? 'info' : 'warn'),
    EMBEDDED_POSTGRES: flag,
    ALLOW_ROOT: isProduction && isRoot ? saidYes('run a real site as root; better run it as a user of its own') : flag,
    DATABASE_URL: isProduction && !mayEmbedInProduction ? orEmbedded.pipe(databaseUrl) : optional(databaseUrl),
    DATABASE_READ_URL: optional(databaseUrl),
    MEDIA_STORE: storeAddress.default(null),
    SITE_STORE: storeAddress.default(null),
    SITE_URL: optional(isProduction ? httpsOrigin : httpOrigin),
    SITE_PURGE_URL: optional(isProduction ? encryptedUrl : httpUrl),
    SITE_PURGE_TOKEN: optional(text),
    SITE_PURGE_COMMAND: optional(absolutePath),
    S3_ENDPOINT: optional(isProduction ? encryptedUrl : httpUrl),
    S3_REGION: text.default('us-east-1'),
    MEDIA_LINKS: optional(isProduction ? httpsOrigin : httpOrigin),
    PUBLIC_URL: isProduction ? httpsOrigin : optional(httpOrigin),
    // With accounts it opens nothing.
    STAFF_PASSWORD: given.STAFF_ACCOUNTS === '1' ? optional(text) : staffPassword,
    STAFF_ACCOUNTS: flag,
    INTERVIEW_FORM_URL: optional(httpUrl),
    INTERVIEW_STEP_URLS: optional(jsonUrls(EXTERNAL_STEPS)),
    STORY_GOAL: wholeNumber(1, 1_000_000).default(100),
    DONATE_URL: optional(httpUrl),
    DOCUMENTARY_URL: optional(httpUrl),
    CHAT_URL: optional(httpUrl),
    SUPPORT_PHONE: isProduction ? optional(text) : text.default('{phone}'),
    SMTP_URL: isProduction ? encryptedMailUrl : optional(serviceUrl('smtp:', 'smtps:')),
    MAIL_FROM: isProduction ? text : text.default('ME/CFS stories <stories@localhost>'),
    FFMPEG_PATH: optional(text),
    MEDIA_SANDBOX: oneOf('auto', 'require').default('auto'),
    TRANSCRIBE_URL: optional(isProduction ? encryptedUrl : httpUrl),
    TRANSCRIBE_KEY: optional(text),
    // What the first such service calls it; others take any name, or have one model only.
    TRANSCRIBE_MODEL: text.default('whisper-1'),
    VIMEO_URL: httpOrigin.default('https://vimeo.com'),
    YOUTUBE_URL: httpOrigin.default('https://www.youtube.com'),
    ORGANISATION_NAME: isProduction ? text : text.default('The team of this site'),
    ORGANISATION_ADDRESS: isProduction ? text : text.default('An address that is not set up yet'),
    ORGANISATION_EMAIL: isProduction ? emailAddress : emailAddress.default('stories@example.org'),
    ORGANISATION_TERMS_URL: isProduction ? httpUrl : optional(httpUrl),
    HELP_LINES: optional(helpLines),
    KEEP_UNSUBMITTED_MONTHS: wholeNumber(1, MONTHS_MAX).default(12),
    KEEP_ANSWERS_MONTHS: wholeNumber(1, MONTHS_MAX).default(36),
    KEEP_PUBLIC_UPLOADS_MONTHS: wholeNumber(1, MONTHS_MAX).default(36),
    // The database lets no entry go earlier.
    KEEP_AUDIT_MONTHS: wholeNumber(36, MONTHS_MAX).default(36),
    REQUIRE_RELEASE: flag,
    TRUST_PROXY: wholeNumber(0, 100).default(0),
    X_ACCEL_REDIRECT: optional(serverPath),
  };
  return (
    z
      .object(kinds)
      // Whoever asks this server itself would get nothing.
      .refine(({ X_ACCEL_REDIRECT, TRUST_PROXY }) => !X_ACCEL_REDIRECT || TRUST_PROXY !== 0, {
        path: ['X_ACCEL_REDIRECT'],
        error: 'needs a web server in front, which TRUST_PROXY counts',
        when: ALSO_BESIDE_OTHERS,
      })
      // Everyone may read the one, and what is not of the site is removed there.
      .refine(({ MEDIA_STORE, SITE_STORE }) => !MEDIA_STORE || !SITE_STORE || !overlap(MEDIA_STORE, SITE_STORE), {
        path: ['SITE_STORE'],
        error: 'must be a place of its own, neither MEDIA_STORE nor a part of it nor around it',
        when: ALSO_BESIDE_OTHERS,
      })
  );
}
