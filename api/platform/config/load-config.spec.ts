import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { REAL_ORGANISATION } from '../../testing/organisation.js';
import { HELP_LINES } from '../../contract/common/help-lines.js';
import { TRACKED_STEPS, LAST_STEP } from '../../contract/interview/steps.js';
import { isCommonPassword } from './common-password.js';
import { ConfigError } from './config-error.js';
import { type Environment, loadConfig } from './load-config.js';

const CWD = '/srv/stories';
const DEVELOPMENT = { STAFF_PASSWORD: 'open sesame' };
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://stories.example',
  STAFF_PASSWORD: 'open, o sesame, at dusk',
  DATABASE_URL: 'postgresql://stories:secret@db.example/stories',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Stories <stories@example.org>',
  ...REAL_ORGANISATION,
};

const NOT_ENCRYPTED =
  'must start with smtps://, or end in ?requireTLS=true: only a mail server on this machine may go without encryption.';
/** A user of its own, as a real site has. */
const NOT_ROOT = false;

function problemsOf(environment: Environment, isRoot = NOT_ROOT): readonly string[] {
  try {
    loadConfig(environment, CWD, isRoot);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig in development', () => {
  it('needs nothing but a staff password', () => {
    expect(loadConfig(DEVELOPMENT, CWD)).toEqual({
      nodeEnv: 'development',
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      metricsHost: '127.0.0.1',
      metricsPort: null,
      tracesUrl: null,
      roles: ['web', 'worker', 'publisher'],
      logLevel: 'warn',
      stateDir: '/srv/stories/var',
      mediaPlace: null,
      sitePlace: null,
      siteUrl: 'http://localhost:3000',
      sitePurge: { url: null, token: null, command: null },
      s3: { endpoint: null, region: 'us-east-1', linkOrigin: null },
      databaseUrl: null,
      databaseReadUrl: null,
      embeddedPostgres: true,
      publicUrl: 'http://localhost:3000',
      staffPassword: 'open sesame',
      staffAccounts: false,
      interviewFormUrl: null,
      interviewStepUrls: [],
      storyGoal: 100,
      donateUrl: null,
      documentaryUrl: null,
      chatUrl: null,
      supportPhone: '{phone}',
      smtpUrl: null,
      mediaSandbox: 'auto',
      mailFrom: 'ME/CFS stories <stories@localhost>',
      ffmpegPath: null,
      programFolders: [],
      transcribeUrl: null,
      transcribeKey: null,
      transcribeModel: 'whisper-1',
      vimeoUrl: 'https://vimeo.com',
      youtubeUrl: 'https://www.youtube.com',
      organisation: {
        name: 'The team of this site',
        address: 'An address that is not set up yet',
        email: 'stories@example.org',
        termsUrl: null,
      },
      helpLines: HELP_LINES,
      keeping: { unsubmitted: 12, answers: 36, publicUploads: 36, audit: 36 },
      requireRelease: false,
      trustProxy: 0,
      xAccelRedirect: null,
    });
  });

  it('takes each value that is set', () => {
    const stepUrls = TRACKED_STEPS.slice(0, LAST_STEP).map(({ number }) => `https://forms.example/${number}`);
    const config = loadConfig(
      {
        ...DEVELOPMENT,
        HOST: '::1',
        PORT: '8080',
        LOG_LEVEL: 'debug',
        STATE_DIR: '../state',
        MEDIA_STORE: 's3://stories/media/',
        S3_ENDPOINT: 'http://localhost:9003',
        S3_REGION: 'eu-north-1',
        MEDIA_LINKS: 'https://media.example',
        DATABASE_URL: 'postgres://localhost/stories',
        INTERVIEW_FORM_URL: 'https://forms.example/start',
        INTERVIEW_STEP_URLS: JSON.stringify(stepUrls),
        STORY_GOAL: '250',
        DONATE_URL: 'https://donate.example',
        DOCUMENTARY_URL: 'https://film.example',
        CHAT_URL: 'https://chat.example',
        SUPPORT_PHONE: '+1 555 0100',
        SMTP_URL: 'smtp://localhost:2525',
        MAIL_FROM: 'a@example.org',
        FFMPEG_PATH: 'tools',
        PATH: ['/usr/bin', '', '/bin'].join(path.delimiter),
        TRANSCRIBE_URL: 'http://localhost:9000/v1',
        TRANSCRIBE_KEY: 'key',
        TRANSCRIBE_MODEL: 'whisper-large-v3',
        VIMEO_URL: 'http://localhost:9001/',
        YOUTUBE_URL: 'http://localhost:9002',
        TRUST_PROXY: '2',
        X_ACCEL_REDIRECT: '/published',
        KEEP_UNSUBMITTED_MONTHS: '6',
        KEEP_ANSWERS_MONTHS: '1',
        KEEP_PUBLIC_UPLOADS_MONTHS: '240',
        KEEP_AUDIT_MONTHS: '48',
        ...REAL_ORGANISATION,
        HELP_LINES: '[{"country":"Norway","name":"Mental Helse","call":"116 123"}]',
      },
      CWD,
    );
    expect(config).toMatchObject({
      host: '::1',
      port: 8080,
      logLevel: 'debug',
      stateDir: '/srv/state',
      mediaPlace: { bucket: 'stories', prefix: 'media/' },
      s3: { endpoint: 'http://localhost:9003', region: 'eu-north-1', linkOrigin: 'https://media.example' },
      databaseUrl: 'postgres://localhost/stories',
      embeddedPostgres: false,
      publicUrl: 'http://localhost:8080',
      interviewFormUrl: 'https://forms.example/start',
      interviewStepUrls: stepUrls,
      storyGoal: 250,
      donateUrl: 'https://donate.example',
      documentaryUrl: 'https://film.example',
      chatUrl: 'https://chat.example',
      supportPhone: '+1 555 0100',
      smtpUrl: 'smtp://localhost:2525',
      mailFrom: 'a@example.org',
      vimeoUrl: 'http://localhost:9001',
      youtubeUrl: 'http://localhost:9002',
      ffmpegPath: '/srv/stories/tools',
      programFolders: ['/usr/bin', '/bin'],
      transcribeUrl: 'http://localhost:9000/v1',
      transcribeKey: 'key',
      transcribeModel: 'whisper-large-v3',
      keeping: { unsubmitted: 6, answers: 1, publicUploads: 240, audit: 48 },
      requireRelease: false,
      trustProxy: 2,
      xAccelRedirect: '/published',
      organisation: {
        name: 'Stories Association',
        address: '1 Quiet Street, Oslo',
        email: 'privacy@example.org',
        termsUrl: 'https://stories.example/terms',
      },
      helpLines: [{ country: 'Norway', name: 'Mental Helse', call: '116 123' }],
    });
  });

  it('has the defaults that .env.example shows', () => {
    const example = readFileSync(path.join(import.meta.dirname, '../../../.env.example'), 'utf8');
    expect(loadConfig({ ...parseEnv(example), ...DEVELOPMENT }, CWD)).toEqual(loadConfig(DEVELOPMENT, CWD));
  });

  it('keeps files in the whole bucket where no prefix is given, and in a folder where that is said', () => {
    const whole = loadConfig({ ...DEVELOPMENT, MEDIA_STORE: 's3://stories' }, CWD);
    expect(whole.mediaPlace).toEqual({ bucket: 'stories', prefix: '' });
    expect(loadConfig({ ...DEVELOPMENT, MEDIA_STORE: 'file:' }, CWD).mediaPlace).toBeNull();
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ ...DEVELOPMENT, PORT: '', DATABASE_URL: ' ', STATE_DIR: '' }, CWD)).toEqual(
      loadConfig(DEVELOPMENT, CWD),
    );
  });

  it('keeps the public address without a slash at its end', () => {
    expect(loadConfig({ ...DEVELOPMENT, PUBLIC_URL: 'HTTPS://Stories.example:443/' }, CWD).publicUrl).toBe(
      'https://stories.example',
    );
  });
});

describe('loadConfig in production', () => {
  it('listens on every address and leaves out the support line', () => {
    const config = loadConfig(PRODUCTION, CWD, NOT_ROOT);
    expect(config).toMatchObject({ isProduction: true, host: '0.0.0.0', logLevel: 'info', supportPhone: null });
    expect(config.embeddedPostgres).toBe(false);
  });

  it('embeds PostgreSQL only when that is said', () => {
    const { DATABASE_URL: _, ...withoutDatabase } = PRODUCTION;
    expect(problemsOf(withoutDatabase)).toEqual([
      'DATABASE_URL must be set, or EMBEDDED_POSTGRES=1 must allow the embedded PostgreSQL.',
    ]);
    expect(loadConfig({ ...withoutDatabase, EMBEDDED_POSTGRES: '1' }, CWD, NOT_ROOT).embeddedPostgres).toBe(true);
  });

  it('needs no staff password where producers have accounts, and takes any that is set', () => {
    const { STAFF_PASSWORD: _, ...withoutPassword } = PRODUCTION;
    const accounts = { ...withoutPassword, STAFF_ACCOUNTS: '1' };
    expect(loadConfig(accounts, CWD, NOT_ROOT)).toMatchObject({ staffAccounts: true, staffPassword: null });
    expect(problemsOf({ ...accounts, STAFF_PASSWORD: 'short' })).toEqual([]);
    expect(problemsOf({ ...withoutPassword, STAFF_ACCOUNTS: '0' })).toEqual(['STAFF_PASSWORD must be set.']);
  });

  it('names everything that a real site lacks', () => {
    expect(problemsOf({ NODE_ENV: 'production', EMBEDDED_POSTGRES: '1' }, true)).toEqual([
      'ALLOW_ROOT must be 1 to run a real site as root; better run it as a user of its own.',
      'PUBLIC_URL must be set.',
      'STAFF_PASSWORD must be set.',
      'SMTP_URL must be set.',
      'MAIL_FROM must be set.',
      'ORGANISATION_NAME must be set.',
      'ORGANISATION_ADDRESS must be set.',
      'ORGANISATION_EMAIL must be set.',
      'ORGANISATION_TERMS_URL must be set.',
    ]);
  });

  it.each(['S3_ENDPOINT', 'TRANSCRIBE_URL'])(
    'sends nothing to %s unencrypted, unless it is on this machine',
    (name) => {
      const message = `${name} must be an address that starts with https://, or one on this machine.`;
      expect(problemsOf({ ...PRODUCTION, [name]: 'http://store.example' })).toEqual([message]);
      expect(problemsOf({ ...PRODUCTION, [name]: 'http://127.0.0.1:9000' })).toEqual([]);
      expect(problemsOf({ ...PRODUCTION, [name]: 'https://store.example' })).toEqual([]);
    },
  );

  it('runs as root only when that is said', () => {
    expect(problemsOf({ ...PRODUCTION, ALLOW_ROOT: '0' }, true)).toEqual([
      'ALLOW_ROOT must be 1 to run a real site as root; better run it as a user of its own.',
    ]);
    expect(problemsOf({ ...PRODUCTION, ALLOW_ROOT: '1' }, true)).toEqual([]);
    expect(problemsOf(PRODUCTION)).toEqual([]);
    expect(problemsOf(DEVELOPMENT, true)).toEqual([]);
  });

  it.each([
    ['PUBLIC_URL', 'http://stories.example', 'must be an address that starts with https://.'],
    ['PUBLIC_URL', 'http://localhost:3000', 'must be an address that starts with https://.'],
    ['STAFF_PASSWORD', 'open sesame!!', 'must have at least 14 characters.'],
    ['STAFF_PASSWORD', 'Passw0rd123456', 'must be harder to guess: it is made of what everybody tries first.'],
    ['SMTP_URL', 'smtp://mail.example', NOT_ENCRYPTED],
    ['SMTP_URL', 'smtp://127.0.0.1.example:25', NOT_ENCRYPTED],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=true', NOT_ENCRYPTED],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=1', NOT_ENCRYPTED],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', NOT_ENCRYPTED],
    ['SMTP_URL', 'http://mail.example', 'must be an address that starts with smtp:// or smtps://.'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([`${name} ${message}`]);
    expect(problemsOf({ ...DEVELOPMENT, [name]: value })).toHaveLength(value.startsWith('http://mail') ? 1 : 0);
  });

  it.each(['smtps://mail.example', 'smtp://mail.example:587?requireTLS=true', 'smtp://localhost', 'smtp://[::1]:2525'])(
    'takes mail by %s',
    (url) => expect(problemsOf({ ...PRODUCTION, SMTP_URL: url })).toEqual([]),
  );
});

describe('a common password', () => {
  it.each([
    'passwordpassword',
    'Password12345678',
    'P@ssw0rd-2026-!!',
    'adminadminadmin1',
    '12345678901234',
    '98765432109876',
    'aaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'qwertyuiopasdfgh',
    '1q2w3e4r5t6y7u8i',
    'Letmein-letmein1',
    'correct horse battery staple',
    'Welcome2024Welcome2025',
    'mecfsstories2024',
    'ME/CFS-Staff-2026!',
  ])('is %s', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each([
    'correct horse battery staple 42',
    'a password for the specs',
    'dusk-lamp-river-stone',
    'vE7_kq0-92xPz1-LmT',
    'сумерки над тихой рекой',
    '夕暮れの部屋で静かに話す一人の声',
  ])('is not %s', (password) => expect(isCommonPassword(password)).toBe(false));
});

describe('refuses', () => {
  it('lists every bad variable at once', () => {
    expect(problemsOf({ PORT: 'http', STORY_GOAL: '0', DONATE_URL: 'donate.example' })).toEqual([
      'PORT must be a whole number from 1 to 65535.',
      'STAFF_PASSWORD must be set.',
      'STORY_GOAL must be a whole number from 1 to 1000000.',
      'DONATE_URL must be an address that starts with http:// or https://.',
    ]);
  });

  it('lists what two variables say together beside what is bad by itself', () => {
    const together = { X_ACCEL_REDIRECT: '/published', MEDIA_STORE: 's3://stories', SITE_STORE: 's3://stories/site' };
    expect(problemsOf({ LOG_LEVEL: 'loud', ...together })).toEqual([
      'LOG_LEVEL must be one of silent, error, warn, info, debug.',
      'STAFF_PASSWORD must be set.',
      'X_ACCEL_REDIRECT needs a web server in front, which TRUST_PROXY counts.',
      'SITE_STORE must be a place of its own, neither MEDIA_STORE nor a part of it nor around it.',
    ]);
    expect(problemsOf({ ...DEVELOPMENT, TRUST_PROXY: 'many', X_ACCEL_REDIRECT: '/published' })).toEqual([
      'TRUST_PROXY must be a whole number from 0 to 100.',
    ]);
    expect(problemsOf({ ...DEVELOPMENT, MEDIA_STORE: 'media', SITE_STORE: 'site' })).toEqual([
      'MEDIA_STORE must be file: or an address like s3://bucket/prefix.',
      'SITE_STORE must be file: or an address like s3://bucket/prefix.',
    ]);
  });

  it('never repeats a value', () => {
    const [problem] = problemsOf({ ...DEVELOPMENT, DATABASE_URL: 'mysql://root:hunter2@localhost' });
    expect(problem).toBe('DATABASE_URL must be an address that starts with postgres:// or postgresql://.');
  });

  it.each([
    ['NODE_ENV', 'prod', 'must be one of development, production, test.'],
    ['PORT', '0', 'must be a whole number from 1 to 65535.'],
    ['PORT', '70000', 'must be a whole number from 1 to 65535.'],
    ['PORT', '1e3', 'must be a whole number from 1 to 65535.'],
    ['TRUST_PROXY', '-1', 'must be a whole number from 0 to 100.'],
    ['KEEP_UNSUBMITTED_MONTHS', '0', 'must be a whole number from 1 to 240.'],
    ['KEEP_AUDIT_MONTHS', '12', 'must be a whole number from 36 to 240.'],
    ['X_ACCEL_REDIRECT', '/published', 'needs a web server in front, which TRUST_PROXY counts.'],
    ['STAFF_ACCOUNTS', 'yes', 'must be one of 0, 1.'],
    ['LOG_LEVEL', 'loud', 'must be one of silent, error, warn, info, debug.'],
    ['EMBEDDED_POSTGRES', 'yes', 'must be one of 0, 1.'],
    ['VIMEO_URL', 'https://vimeo.com/api', 'must be an address without a path.'],
    ['YOUTUBE_URL', 'youtube', 'must be an address that starts with http:// or https://.'],
    ['PUBLIC_URL', 'https://example.org/stories', 'must be an address without a path.'],
    ['PUBLIC_URL', 'example.org', 'must be an address that starts with http:// or https://.'],
    ['PUBLIC_URL', 'ftp://example.org', 'must be an address that starts with http:// or https://.'],
    ['CHAT_URL', 'javascript:alert(1)', 'must be an address that starts with http:// or https://.'],
    ['SMTP_URL', 'mail.example', 'must be an address that starts with smtp:// or smtps://.'],
    ['MEDIA_STORE', 'media', 'must be file: or an address like s3://bucket/prefix.'],
    ['MEDIA_STORE', 's3://bucket/../other', 'must be file: or an address like s3://bucket/prefix.'],
    ['INTERVIEW_STEP_URLS', 'https://a.example', stepUrlsMessage()],
    ['INTERVIEW_STEP_URLS', '["https://a.example"]', stepUrlsMessage()],
    ['INTERVIEW_STEP_URLS', JSON.stringify(Array(LAST_STEP).fill('nowhere')), stepUrlsMessage()],
  ])('%s=%s', (name, value, message) => {
    expect(problemsOf({ ...DEVELOPMENT, [name]: value })).toEqual([`${name} ${message}`]);
  });
});

it('hands files over to a path of a web server that is there', () => {
  const behind = { ...DEVELOPMENT, TRUST_PROXY: '1' };
  expect(problemsOf({ ...behind, X_ACCEL_REDIRECT: '/published' })).toEqual([]);
  for (const refused of ['published', '/published/', '/', '/a b', '/..']) {
    expect(problemsOf({ ...behind, X_ACCEL_REDIRECT: refused })).toEqual([
      'X_ACCEL_REDIRECT must be a path like /published.',
    ]);
  }
});

it.each([
  ['s3://stories', 's3://stories', false],
  ['s3://stories/media', 's3://stories', false],
  ['s3://stories', 's3://stories/site', false],
  ['s3://stories/media', 's3://stories/media/site', false],
  ['s3://stories/media', 's3://stories/media-site', true],
  ['s3://stories/media', 's3://stories/site', true],
  ['s3://stories', 's3://stories-site', true],
  ['file:', 's3://stories', true],
])('keeps recordings in %s and the public site in %s: %s', (media, site, isAllowed) => {
  expect(problemsOf({ ...DEVELOPMENT, MEDIA_STORE: media, SITE_STORE: site })).toEqual(
    isAllowed ? [] : ['SITE_STORE must be a place of its own, neither MEDIA_STORE nor a part of it nor around it.'],
  );
});

function stepUrlsMessage(): string {
  return `must be a JSON array of ${LAST_STEP} addresses that start with http:// or https://.`;
}
