import { HOSTILE_NAMES, HOSTILE_TRANSCRIPTS } from '../../api/testing/hostile-texts.ts';
import type { Random } from './random.ts';

/** Traps for HTML, attributes, JSON in scripts, mails, paths, SQL, formulas and whoever counts characters. */
const TEXTS = [
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "javascript:alert(1)//'",
  'data:text/html,<script>alert(1)</script>',
  ']]></title><script>alert(1)</script>',
  '<!--<script>',
  'Anna\r\nBcc: everybody@example.org',
  'Anna\nSubject: hello\n\nbody',
  '=HYPERLINK("http://127.0.0.1:9","x")',
  "+1+cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd\0.png',
  '%2e%2e%2f%00',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\ufffe\uffff',
  '\u202Egpj.exe',
  '\u0000',
  '\x1b[2J',
  'con.txt',
  "Robert'); DROP TABLE participant;--",
  '$1 $2 {} %s %n {0}',
  '${jndi:ldap://127.0.0.1:9/a}',
  '{{constructor.constructor("return 1")()}}',
  '__proto__',
  'constructor',
  '\u0344\u0f73'.repeat(200),
  'Z\u0351\u036b\u0343'.repeat(60),
  'ﷺ'.repeat(90),
  '👨‍👩‍👧‍👦'.repeat(40),
  '\u2028\u2029',
  ' '.repeat(500),
  '\t\n',
  '',
  'a'.repeat(10_000),
  '9'.repeat(400),
];

const OTHER_KINDS: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  1.5,
  [],
  ['a', ['b']],
  {},
  { $ne: null },
  { toString: 'x' },
  { length: 1e9 },
  [null],
  [[[[[[[[]]]]]]]],
];

/** As many as wanted: each of the known ones, then pieces of them put together. */
export function hostileValues(count: number, random: Random): unknown[] {
  const known: unknown[] = [...TEXTS, ...HOSTILE_NAMES, ...HOSTILE_TRANSCRIPTS, ...OTHER_KINDS];
  const texts = known.filter((value) => typeof value === 'string');
  const mixed = () =>
    Array.from({ length: random.between(2, 4) }, () => random.pick(texts)).join(random.pick(['', ' ', '\n', '"']));
  return random
    .shuffled([...known, ...Array.from({ length: Math.max(0, count - known.length) }, mixed)])
    .slice(0, count);
}

export const HOSTILE_MARKUP = TEXTS.slice(0, 6);
