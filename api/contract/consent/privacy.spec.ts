import { createHash } from 'node:crypto';
import { writtenDuration } from '../common/grammar.js';
import { KEEPING_NOTICE_DAYS } from '../staff/keeping.js';
import { DEVICE_TOKEN_MAX_AGE_MS } from '../common/limits.js';
import {
  dayOfVersion,
  fillPrivacyWords,
  findPrivacyVersion,
  hostOf,
  PRIVACY,
  PRIVACY_VERSIONS,
  type PrivacyFacts,
  type PrivacyText,
} from './privacy.js';
import { GRADE_AT_12, gradeOf, LONGEST_SENTENCE_WORDS, longSentences, textsIn } from '../testing/reading-age.js';

const FACTS: PrivacyFacts = {
  organisation: { name: 'Stories Association', address: '', email: 'privacy@example.org', termsUrl: null },
  transcriber: 'api.example.com',
  keeping: { unsubmitted: 12, answers: 36, publicUploads: 36, audit: 36 },
};
/** All that is read of a version, with the settings filled in: sections, the easy form, and what is asked. */
const wordsOf = (text: PrivacyText) => {
  const { title, intro, easy, recording, transcription, upload } = text;
  const sections = text.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  const read = [title, intro, sections, easy.map(({ words }) => words), recording, transcription, upload];
  return textsIn(read, '').map((words) => fillPrivacyWords(words, FACTS));
};

describe('the words about privacy', () => {
  it.each(PRIVACY_VERSIONS)('of $version are those that were agreed to', ({ text, sha256 }) => {
    expect(createHash('sha256').update(JSON.stringify(text)).digest('hex')).toBe(sha256);
  });

  it('are named by the day on which they were made, with a number from its second on, the newest last', () => {
    const versions = PRIVACY_VERSIONS.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted());
    for (const version of versions) {
      expect(version).toMatch(/^\d{4}-\d\d-\d\d(\.[2-9])?$/);
      expect(dayOfVersion(version) <= new Date().toISOString().slice(0, 10)).toBe(true);
    }
  });

  it('tell the limits that hold now: another limit is another version', () => {
    const words = wordsOf(PRIVACY.text).join(' ');
    expect(words).toContain(`remembers your device for ${writtenDuration(DEVICE_TOKEN_MAX_AGE_MS)}.`);
    expect(words).toContain('about a month before that time ends');
    expect(KEEPING_NOTICE_DAYS).toBe(30);
  });

  it('are found by what receipts of their first hours call them', () => {
    expect(findPrivacyVersion('2026-11-23')?.version).toBe('2026-11-22.2');
    expect(findPrivacyVersion('2026-11-21')).toBeNull();
  });

  describe.each(PRIVACY_VERSIONS)('of $version', ({ text }) => {
    it(`are sentences of ${LONGEST_SENTENCE_WORDS} words or fewer`, () => {
      expect(longSentences(wordsOf(text))).toEqual([]);
    });

    it('are read at the age of 12, also in the easy form and in what is asked alone', () => {
      const asked = wordsOf({ ...text, title: '', intro: '', sections: [], easy: [] });
      const easy = text.easy.map(({ words }) => fillPrivacyWords(words, FACTS));
      for (const words of [wordsOf(text), easy, asked]) expect(gradeOf(words)).toBeLessThan(GRADE_AT_12);
    });

    it('have no place that no setting fills', () => {
      expect(wordsOf(text).join(' ')).not.toMatch(/[{}]/);
    });
  });

  it.each([
    ['https://api.example.com/v1', 'api.example.com'],
    ['http://user:key@localhost:9000/v1', 'localhost'],
  ])('name the service at %s', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });
});
