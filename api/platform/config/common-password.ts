/** Words that stand in so many passwords that they keep nobody out, and those that this site itself suggests. */
const WORDS =
  /administrator|password|passwort|passw|welcome|letmein|changeme|iloveyou|sunshine|princess|football|baseball|superman|trustno|whatever|startrek|starwars|mustang|monkey|dragon|shadow|master|secret|qazwsx|summer|winter|spring|autumn|admin|login|hello|guest|root|pass|producer|stories|story|staff|mecfs/g;
/** Known by heart to every list, though no word of them is. */
const PHRASES = new Set(['correcthorsebatterystaple', 'thisisapassword', 'unitedstatesofamerica', 'iloveyouforever']);
/** What fingers find beside one another. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'zaq12wsxcde34rfvbgt56yhn',
  'qazwsxedcrfvtgbyhnujmikolp',
];
const RUN_LENGTH = 3;
/** So many characters have to be left of a password without all that. */
const OWN_CHARACTERS = 4;
/** One short thing over and over, perhaps cut off at its end. */
const REPEATED = /^(.{1,7}?)\1+(?:.{0,3})$/u;
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Whether nothing of a password is its own: it is made of words, years and keys that everybody tries. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  // Years and rows are seen before their digits are read as letters.
  const spelled = withoutRuns(withoutYears(folded)).replaceAll(/[013457@$!]/g, (character) => LOOKALIKES[character]!);
  return [folded, spelled].some((text) => {
    const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    return REPEATED.test(text) || PHRASES.has(plain) || ownCharacters(plain) < OWN_CHARACTERS;
  });
}

function ownCharacters(plain: string): number {
  const rest = withoutRuns(withoutYears(plain.replaceAll(WORDS, ' ')));
  return Array.from(rest.replaceAll(/\s/g, '')).length;
}

function withoutYears(text: string): string {
  return text.replaceAll(/(?:19|20)\d\d/g, ' ');
}

/** Without pieces of a row, forwards or backwards, and without a character three times over. */
function withoutRuns(text: string): string {
  let rest = '';
  let at = 0;
  while (at < text.length) {
    const length = runLength(text, at);
    if (length >= RUN_LENGTH) at += length;
    else rest += text[at++];
  }
  return rest;
}

function runLength(text: string, from: number): number {
  let longest = 1;
  for (const row of ROWS.flatMap((keys) => [keys, Array.from(keys).toReversed().join('')])) {
    let length = RUN_LENGTH;
    while (from + length <= text.length && row.includes(text.slice(from, from + length))) length++;
    longest = Math.max(longest, length > RUN_LENGTH ? length - 1 : 1);
  }
  let same = 1;
  while (text[from + same] === text[from]) same++;
  return Math.max(longest, same);
}
