/** Names and transcripts as people, and attackers, write them; each has its traps for whoever compares texts. */
export const HOSTILE_NAMES = [
  'Zoë',
  'Zoe\u0308',
  '李小龍',
  'עדה',
  'فاطمة الزهراء',
  'Иван',
  'นภา',
  'İpek',
  '👩🏽‍🦽',
  '<b>Bob</b>',
  'O’Brien "Liv"',
  '&amp;',
];

export const HOSTILE_TRANSCRIPTS = [
  'I was unstoppable, then 50 % of me stopped. 100%_sure? C:\\new\\table and ..*+?^${}()|[] are words too.',
  '</script><script>alert(1)</script> &amp; &lt;b&gt; <!-- not a comment --> "quoted" \'single\' `ticks`',
  '👩🏽‍🦽 and 👨‍👩‍👧‍👦 rest under 🇺🇦🇨🇦🏳️‍🌈, keycap 1️⃣, a lone 👩 and 🦽.',
  'أعيش مع التعب المزمن كل يوم، وأستريح عند الظهر. مُتَعَبٌ جِدًّا',
  'אני נחה כל יום בצהריים, שָׁלוֹם לכולם (really).',
  'İstanbul’da ılık bir IŞIK, isim ve ISIM, ĞÜŞİÖÇ ğüşiöç',
  'Die Straße, DIE STRASSE, große GRÖSSE, weiß und WEISS, ẞ',
  'Café in NFC, cafe\u0301 in NFD, a\u0308 und ä, Å A\u030a Å, n\u0303ñ',
  '我每天都很累，但我還在休息。慢性疲労症候群は見えない病気です。안녕하세요 여러분',
  'ฉันเหนื่อยมากทุกวัน แต่ฉันยังอยู่ที่นี่ ไม่ไหวแล้ว',
  'co\u00adop\u00aderation, zero\u200bwidth, word\u2060joiner, non\u00a0breaking\u202fspace, \ufeffmark',
  'A phrase\nover lines,\ta phrase\tover tabs,\r\n\r\na phrase  over blanks\u2028and separators.',
  'ὈΔΥΣΣΕΎΣ και οδυσσεύς, ΟΔΟΣ, οδός, ΣΊΣΥΦΟΣ σίσυφος',
  '12:30, 3.14159, 1,000,000, +46 70-123 45 67, ½ ² ⅷ Ⅷ ﬁ ﬂ ſ K',
  '… — – ! ? ¿ ¡ § ¶ † ‡ • ‰ € £',
  'हिन्दी में थकान, தமிழ் சோர்வு, ქართული ᲥᲐᲠᲗᲣᲚᲘ, Ꭰꭰ, Ⰰⰰ, 𐐀𐐨 deseret, 𝒜 math',
  "'; DROP TABLE showcase_video; -- %27 %00 \\u0000 \\' OR 1=1 {{7*7}} ${7*7}",
  'e',
];

/** As long as an answer may be said in two hours. */
export function longTranscript(words: number): string {
  return Array.from({ length: words }, (_, index) => `w${(index * 7919).toString(36)}`).join(' ');
}

/** Repeatable numbers from 0 to 1 (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** What a curious person types: words, pieces of words, phrases, pieces from anywhere, in any case, and nonsense. */
export function hostileQueries(transcripts: string[], count: number, random: () => number): string[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]) => items[below(items.length)]!;
  const pieceOf = (text: string, longest: number) => {
    const start = below(text.length);
    return text.slice(start, start + 1 + below(longest));
  };
  const kinds: (() => string)[] = [
    () => pick(wordsOf(pick(transcripts))),
    () => pieceOf(pick(wordsOf(pick(transcripts))), 6),
    () => pieceOf(pick(transcripts), 40),
    () => pieceOf(pick(transcripts), 2),
    () => pieceOf(pick(transcripts), 400),
    () => wordsOf(pieceOf(pick(transcripts), 60)).join(' '),
    () => pick(wordsOf(pick(transcripts))).toUpperCase(),
    () => pieceOf(pick(transcripts), 20).toLowerCase(),
    () => ` ${pick(wordsOf(pick(transcripts)))}  `,
    () => `${pieceOf(pick(transcripts), 8)}${pick(['zq', '%', '_', '*', '\\', '\u0301', '👻'])}`,
  ];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]!().toWellFormed());
}
