import { z } from 'zod';

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

export function serviceUrl(...protocols: string[]) {
  return text.refine(
    (url) => protocols.includes(URL.parse(url)?.protocol ?? ''),
    must(`be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`),
  );
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

/** The value, or null when the variable is not set. */
export function optional<T extends z.ZodType>(kind: T) {
  return kind.nullable().default(null as never);
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
