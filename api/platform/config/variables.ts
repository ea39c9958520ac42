import path from 'node:path';
import { z } from 'zod';
import { isCommonPassword } from './common-password.js';
import { parseS3Place } from './s3-place.js';

const PASSWORD_MIN_LENGTH = 14;

/** Kinds of variables. A message follows the variable's name: "PORT must be a whole number …". */

export const text = z.string(must('be set'));

export const httpUrl = z.url({
  protocol: /^https?$/,
  hostname: /./,
  ...must('be an address that starts with http:// or https://'),
});

/** Scheme, host and port alone: pages and their files stand at the root of the site. */
export const httpOrigin = httpUrl
  .refine((address) => {
    const url = URL.parse(address);
    // What is no address at all has been told already.
    return !url || url.href === `${url.origin}/`;
  }, must('be an address without a path'))
  .transform((url) => new URL(url).origin);

/** As `httpOrigin`, encrypted: what a real site's cookies are tied to. */
export const httpsOrigin = httpOrigin.refine(
  (origin) => origin.startsWith('https:'),
  must('be an address that starts with https://'),
);

/** What opens every staff page: neither short nor known to those who try. */
export const strongPassword = text
  .refine(isLongEnough, must(`have at least ${PASSWORD_MIN_LENGTH} characters`))
  .refine(
    (password) => !isLongEnough(password) || !isCommonPassword(password),
    must('be harder to guess: it is made of what everybody tries first'),
  );

export function serviceUrl(...protocols: string[]) {
  return text.refine(
    (url) => protocols.includes(URL.parse(url)?.protocol ?? ''),
    must(`be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`),
  );
}

/** As `serviceUrl` of a mail server: mails carry links that open sessions, so nobody on the way may read them. */
export const encryptedMailUrl = serviceUrl('smtp:', 'smtps:').refine((address) => {
  const url = URL.parse(address);
  if (!url || isLoopbackHost(url.hostname)) return true;
  // Whoever stands in for a server that need not show who it is reads along.
  if (url.searchParams.get('tls.rejectUnauthorized') === 'false') return false;
  return url.protocol !== 'smtp:' || requiresTls(url);
}, must('start with smtps://, or end in ?requireTLS=true: only a mail server on this machine may go without encryption'));

/** As `httpUrl`, and nobody on the way can read along. */
export const encryptedUrl = httpUrl.refine((address) => {
  const url = URL.parse(address);
  return url?.protocol !== 'http:' || isLoopbackHost(url.hostname);
}, must('be an address that starts with https://, or one on this machine'));

/** Where files are kept: null for `file:`, which is a folder below `STATE_DIR`. */
export const storeAddress = text.transform((address, context) => {
  if (address === 'file:') return null;
  const place = parseS3Place(address);
  if (place) return place;
  context.addIssue(must('be file: or an address like s3://bucket/prefix').error({ input: address }));
  // Not z.NEVER, which is an object: what looks at two such addresses would take it for a place.
  return null;
});

/** Of a web server, without a slash at its end. */
export const serverPath = text.regex(/^(\/[\w-]+)+$/, must('be a path like /published'));

/** Of a program. */
export const absolutePath = text.refine(path.isAbsolute, must('be an absolute path'));

/** For what is refused unless somebody has said that they mean it. */
export function saidYes(deed: string) {
  return z.literal('1', { error: () => `must be 1 to ${deed}` });
}

export function wholeNumber(min: number, max: number) {
  const expectation = must(`be a whole number from ${min} to ${max}`);
  return text
    .regex(/^\d{1,9}$/, expectation)
    .transform(Number)
    .pipe(z.number().min(min, expectation).max(max, expectation));
}

export function oneOf<const T extends string>(...allowed: T[]) {
  return z.enum(allowed, must(`be one of ${allowed.join(', ')}`));
}

/** Some of `allowed`, with commas between them. */
export function someOf<const T extends string>(...allowed: T[]) {
  const each = oneOf(...allowed);
  return text.transform((list, context) => {
    const parsed = z.array(each).safeParse(list.split(',').map((name) => name.trim()));
    if (parsed.success) return parsed.data;
    context.addIssue(must(`be some of ${allowed.join(', ')}, with commas between them`).error({ input: list }));
    return z.NEVER;
  });
}

/** A JSON array of `length` addresses. */
export function jsonUrls(length: number) {
  const expectation = must(`be a JSON array of ${length} addresses that start with http:// or https://`);
  const urls = z.array(httpUrl).length(length);
  return text.transform((json, context) => {
    const parsed = urls.safeParse(parseJson(json));
    if (parsed.success) return parsed.data;
    context.addIssue(expectation.error({ input: json }));
    return z.NEVER;
  });
}

/** An address that people can write to. */
export const emailAddress = z.email(must('be an e-mail address'));

/** A JSON array of help lines. */
export const helpLines = text.transform((json, context) => {
  const line = z.object({ country: z.string().min(1), name: z.string().min(1), call: z.string().min(1) });
  const parsed = z.array(line).min(1).safeParse(parseJson(json));
  if (parsed.success) return parsed.data;
  const example = '[{"country": "…", "name": "…", "call": "…"}]';
  context.addIssue(must(`be a JSON array of help lines like ${example}`).error({ input: json }));
  return z.NEVER;
});

/** The value, or null when the variable is not set. */
export function optional<T extends z.ZodType>(kind: T) {
  return kind.nullable().default(null as never);
}

function isLongEnough(password: string): boolean {
  return Array.from(password).length >= PASSWORD_MIN_LENGTH;
}

function requiresTls({ searchParams }: URL): boolean {
  // The mail client takes anything but `false` for a yes, and something given twice too.
  return searchParams.get('requireTLS') === 'true' && !searchParams.has('ignoreTLS');
}

function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

function must(expectation: string) {
  return { error: ({ input }: { input?: unknown }) => `must ${input === undefined ? 'be set' : expectation}` };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
