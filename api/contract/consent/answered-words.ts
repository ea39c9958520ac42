import type { KeptAlone } from './consent.js';

/** What a receipt is about, where it is not the notice about privacy. */
export type AnsweredKind = 'release' | 'withdrawal' | 'elsewhere' | KeptAlone;

/** Words that somebody has answered, of which receipts keep the hash alone. */
export interface AnsweredWords {
  kind: AnsweredKind;
  version: string;
  /** SHA-256 of `words`. */
  sha256: string;
  words: string;
}

/**
 * Every version of what is read beside an answer, the present one too, oldest first. What stands here never changes: with
 * other words on a screen, another version is added. A spec compares the newest with the screens.
 */
export const ANSWERED_WORDS: readonly AnsweredWords[] = [
  {
    kind: 'release',
    version: '2026-11-22',
    sha256: '466ad5412f1e7c17a55375ea5f885698abeb6ddb7268d6ec3b2fb0b1a7531a38',
    words:
      'Yes, publish it. Anyone can find, watch and search it.\nPlease change something first. It is not published as it is.\nNo. It is not published. If it is public now, it goes at once.\nMy answer is for exactly this film, these words and this name. If any of it changes, you ask me again.',
  },
  {
    kind: 'release',
    version: '2026-11-22.2',
    sha256: '57edc6fa8b7d15f2ef0acf70c7bb675d88d60eae74621d4948ab40e5fb691a62',
    words:
      'Yes, you may use it for what I have ticked.\nPlease change something first. It is not published as it is.\nNo. It is not published. If it is public now, it goes at once.\nMy answer is for exactly this film, these words and this name. If any of it changes, you ask me again.\nThe archive: anyone can find, watch and search it.\nSocial media: short pieces of it, with my first name or the name that I chose.\nThe documentary film.\nOnly with the link: who has the link can watch it. It is in no list and in no search. My whole story is then found this way.\nNot before this day. Until then nobody sees it.\nNot after this day. Then it goes by itself.\nUnder another name: my whole story is shown under it, at a new address. Only your producers know my real name.',
  },
  {
    kind: 'release',
    version: '2026-11-22.3',
    sha256: '085874c6aaf3799ca50c00228dded3714e7a2d9940a4032d3ac48e3d0d6ffbf3',
    words:
      'Yes, you may use it for what I have ticked.\nPlease change something first. It is not published as it is.\nNo. It is not published. If it is public now, it goes at once.\nMy answer is for exactly this film, these words and this name. If any of it changes, you ask me again.\nThe archive: anyone can find, watch and search it.\nSocial media: short pieces of it, with my first name or my chosen name.\nThe documentary film.\nOnly with the link: who has the link can watch it. It is in no list and in no search. My whole story is then found this way.\nNot before this day. Until then nobody sees it.\nNot after this day. Then it goes by itself.\nUnder another name: my whole story is shown under it, at a new address. Only your producers know my real name.',
  },
  {
    kind: 'release',
    version: '2026-11-23',
    sha256: '085874c6aaf3799ca50c00228dded3714e7a2d9940a4032d3ac48e3d0d6ffbf3',
    words:
      'Yes, you may use it for what I have ticked.\nPlease change something first. It is not published as it is.\nNo. It is not published. If it is public now, it goes at once.\nMy answer is for exactly this film, these words and this name. If any of it changes, you ask me again.\nThe archive: anyone can find, watch and search it.\nSocial media: short pieces of it, with my first name or my chosen name.\nThe documentary film.\nOnly with the link: who has the link can watch it. It is in no list and in no search. My whole story is then found this way.\nNot before this day. Until then nobody sees it.\nNot after this day. Then it goes by itself.\nUnder another name: my whole story is shown under it, at a new address. Only your producers know my real name.',
  },
  {
    kind: 'release',
    version: '2026-11-23',
    sha256: '321667d0088e86993c2266a82d3c9194c101050926ac9fe9a8360a236e8fc9bc',
    words:
      'Yes, you may use it for what I have ticked.\nPlease change something first. It is not published as it is.\nNo. It is not published. If it is public now, it goes at once.\nMy answer is for exactly these words and this name. If any of it changes, you ask me again.\nThe archive: anyone can find, read and search it.\nSocial media: short pieces of it, with my first name or my chosen name.\nThe documentary film.\nOnly with the link: who has the link can read it. It is in no list and in no search. My whole story is then found this way.\nNot before this day. Until then nobody sees it.\nNot after this day. Then it goes by itself.\nUnder another name: my whole story is shown under it, at a new address. Only your producers know my real name.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22',
    sha256: '26a6554d255d2efe1fcf3db9634dd832386b04170c90d14f2fb2a3a36f3941c7',
    words:
      'What goes, for good: every finished video, answer and photo of yours, your public page, and every word of it in the search. Our producers are told. What we cannot call back: copies that others made while it was public, and pages that search engines still keep for some days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22',
    sha256: '2c905131934c335314bf898b224cb82358ce365e7226b726a87425301a41161a',
    words:
      'What goes, for good: every video, answer and photo, your public page, what was sent under your e-mail, your name and your e-mail. Our producers see that it happened, and no name. What we cannot call back: copies that others made while it was public, and pages that search engines still keep for some days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22',
    sha256: '5770ec7ed5fa9b5c680d16dbc59da824ae04ec93f6332e70de063d5505c7557d',
    words:
      'This answer goes for good, with its files. Our producers are told. What we cannot call back: copies that others made while it was public, and pages that search engines still keep for some days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22',
    sha256: '146a73acc17066b6d37ed1b483abc5ab7d84ca64e1b273ee40a158270df3ea07',
    words:
      'This photo goes for good, with its files. Our producers are told. What we cannot call back: copies that others made while it was public, and pages that search engines still keep for some days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22',
    sha256: '73337e914b2e87cecc6935a3242567547c806ddb33991ee27b22360c8b5cdc7c',
    words:
      'This video goes for good, with its files, its page and its words in the search. Our producers are told. What we cannot call back: copies that others made while it was public, and pages that search engines still keep for some days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22.2',
    sha256: 'f6ff51f5aeb0c79bd85468ac12508d42dc5b13efeb2125cd3888042dc02a2838',
    words:
      'All of this goes for good. Every finished video, answer and photo of yours. Your public page, and every word of it in the search. Our producers are told. We cannot call back copies that others made while it was public. Search engines may show it for some more days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22.2',
    sha256: '63281dc340924341d9878ba2a8f97e00d42865c464751f109e6c6bd41c62e26e',
    words:
      'All of this goes for good. Every video, answer and photo. Your public page, and what was sent under your e-mail. Your name and your e-mail. Our producers see that it happened, and no name. We cannot call back copies that others made while it was public. Search engines may show it for some more days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22.2',
    sha256: '79983b2ace294592f9959abeb203e72ec4c377ca7f962e56b5d004e9bbecdc62',
    words:
      'This answer goes for good, with its files. Our producers are told. We cannot call back copies that others made while it was public. Search engines may show it for some more days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22.2',
    sha256: 'c1264001f6bf213103f22f66fa541e018276ff0abb46496fe492b0c548273b4f',
    words:
      'This photo goes for good, with its files. Our producers are told. We cannot call back copies that others made while it was public. Search engines may show it for some more days.',
  },
  {
    kind: 'withdrawal',
    version: '2026-11-22.2',
    sha256: '3cf74eea30a7c0bbf1fd870f1ba0fd9b65a1d498d186d63e00362c969abc165a',
    words:
      'This video goes for good, with its files. So do its page, and its words in the search. Our producers are told. We cannot call back copies that others made while it was public. Search engines may show it for some more days.',
  },
  {
    kind: 'elsewhere',
    version: '2026-11-22',
    sha256: '0e85f5a55c683d8d2086ddde7dec42965856de65f8e918a786c7935256848328',
    words: 'We have removed it there, or had it removed.',
  },
  {
    kind: 'elsewhere',
    version: '2026-11-22',
    sha256: '2305bd72abeafcaac5d41136d78e5f6159f3b47ef50db83ffb1eef3d1d5f9a49',
    words: 'We looked: it was not there any more.',
  },
  {
    kind: 'elsewhere',
    version: '2026-11-22',
    sha256: 'f5599405a920ce82d3c225019ebf251228e76a8c8a62bd183e05cb3b0ac4e43d',
    words: 'We tried, and it cannot be removed there.',
  },
  {
    kind: 'words',
    version: '2026-11-22',
    sha256: 'e72191bc5b527398b6d4a1d1b13eb88f9adb791aa0821cd6399118dda136d76f',
    words:
      '{"heading":"Would you rather write?","text":"Your no to being recorded holds. You can answer in words instead: we keep what you write, and our producers read it. Nothing is published without your yes to exactly that."}',
  },
  {
    kind: 'words',
    version: '2026-11-22.2',
    sha256: '9bfa271e91c5aa55d0ae7725858549e8f7cc1a4335b4ac5dc27f87f8a8734fe6',
    words:
      '{"heading":"Would you rather write?","text":"Your no to being recorded holds. You can answer in words instead. We keep what you write, and our producers read it. Nothing is published without your yes to exactly that."}',
  },
  {
    kind: 'photos',
    version: '2026-11-22.2',
    sha256: 'db54293f838e2f4de84ed7542d34a59dbc1aefd985aabd1ed1cb0bbd59c5c858',
    words:
      '{"heading":"Would you like to add photos?","text":"Your no to being recorded holds. You can add photos all the same. We keep them, and our producers see them. Nothing is published without your yes to exactly that."}',
  },
];

/** Null where this version of the product does not know them. */
export function findAnsweredWords(sha256: string): AnsweredWords | null {
  return ANSWERED_WORDS.find((known) => known.sha256 === sha256) ?? null;
}
