import type { KeepingPeriods } from '../staff/keeping.js';
import { PRIVACY_2026_11_22 } from './privacy-2026-11-22.js';
import { PRIVACY_2026_11_22_2 } from './privacy-2026-11-22-2.js';

/** Who is responsible for what people give. */
export interface Organisation {
  name: string;
  address: string;
  email: string;
  /** Null only while developing. */
  termsUrl: string | null;
}

/** Settings of the server that the words are filled in with. */
export interface PrivacyFacts {
  organisation: Organisation;
  /** Host of the service that turns speech into words; null where there is none. */
  transcriber: string | null;
  keeping: KeepingPeriods;
}

/** `easy`: short sentences, each with a picture. `version`: everything that somebody who agreed to it has read. */
export type PrivacyForm = 'full' | 'easy' | 'version';

export type PrivacyPicture =
  'house' | 'camera' | 'film' | 'eye' | 'globe' | 'words' | 'clock' | 'back' | 'child' | 'letter';

interface PrivacySection {
  id: string;
  heading: string;
  paragraphs: string[];
  /** Only where speech is turned into words by another company. */
  onlyWithTranscriber?: true;
}

/** Everything that somebody reads before they say yes or no to being recorded. */
export interface PrivacyText {
  title: string;
  intro: string;
  sections: PrivacySection[];
  easy: { picture: PrivacyPicture; words: string; onlyWithTranscriber?: true }[];
  /** Before the first recording. */
  recording: { heading: string; happens: string[]; happensNot: string[]; promise: string };
  /** Before another company turns speech into words. */
  transcription: { heading: string; words: string[] };
  /** Beside the button of the upload page. */
  upload: string;
}

export interface PrivacyVersion {
  /** The day on which it was made, and a number from the second of that day: a day that is to come would be a lie. */
  version: string;
  /** What receipts of its first hours call it. */
  formerVersion?: string;
  /** SHA-256 of the text as JSON. A spec compares the two: the words of a version never change. */
  sha256: string;
  text: PrivacyText;
}

/** Every version that anybody may have agreed to, oldest first. Other words are another version, at the end. */
export const PRIVACY_VERSIONS: PrivacyVersion[] = [
  {
    version: '2026-11-22',
    sha256: 'ae8d0807bcad92f90be5df0da4c9db9eef4060ab1c5ad39b265ab9c23d6da754',
    text: PRIVACY_2026_11_22,
  },
  {
    version: '2026-11-22.2',
    formerVersion: '2026-11-23',
    sha256: 'bf1e48056e73f315b1e68a1c99dc2e647c99927277eabfc3296693f80bc801ba',
    text: PRIVACY_2026_11_22_2,
  },
];

/** The words that hold now. */
export const PRIVACY: PrivacyVersion = PRIVACY_VERSIONS.at(-1)!;

/** Address of the present words. */
export function privacyPath(form: 'full' | 'easy' = 'full'): string {
  return form === 'easy' ? '/privacy/easy' : '/privacy';
}

/** Where a version stays, also once there is a newer one. */
export function privacyVersionPath(version: string): string {
  return `/privacy/${version}`;
}

/** Null where there is no such version. */
export function findPrivacyVersion(version: string): PrivacyVersion | null {
  const isIt = (known: PrivacyVersion) => known.version === version || known.formerVersion === version;
  return PRIVACY_VERSIONS.find(isIt) ?? null;
}

/** YYYY-MM-DD. */
export function dayOfVersion(version: string): string {
  return version.slice(0, 10);
}

/** The version that a receipt without a note of it was given under. */
export function privacyVersionAt(at: string): PrivacyVersion {
  return PRIVACY_VERSIONS.findLast(({ version }) => version <= at.slice(0, 10)) ?? PRIVACY_VERSIONS[0]!;
}

/** Words with the settings in the places of `{names}`. */
export function fillPrivacyWords(words: string, { organisation, transcriber, keeping }: PrivacyFacts): string {
  const values: Record<string, string> = {
    organisation: organisation.name,
    email: organisation.email,
    transcriber: transcriber ?? '',
    ...Object.fromEntries(Object.entries(keeping).map(([period, months]) => [period, String(months)])),
  };
  return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The host of an address, as people know a service. */
export function hostOf(address: string): string {
  return /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(address)?.[1] ?? address;
}
