import { createHash } from 'node:crypto';
import { fillPrivacyWords, hostOf, PRIVACY, PRIVACY_VERSIONS, type PrivacyFacts, type PrivacyText } from './privacy.js';

const FACTS: PrivacyFacts = {
  organisation: { name: 'Stories Association', address: '', email: 'privacy@example.org', termsUrl: null },
  transcriber: 'api.example.com',
  keeping: { unsubmitted: 12, answers: 36, publicUploads: 36, audit: 36 },
};
const MAX_WORDS = 15;
/** Of the Flesch-Kincaid grade, which children of 12 read. */
const GRADE = 6.5;

function sentencesOf(text: PrivacyText): string[] {
  const paragraphs = [
    text.intro,
    ...text.sections.flatMap(({ paragraphs: words }) => words),
    ...text.easy.map(({ words }) => words),
    ...text.recording.happens,
    ...text.recording.happensNot,
    text.recording.promise,
    text.transcription.heading,
    ...text.transcription.words,
    text.upload,
  ];
  return paragraphs.flatMap((words) => fillPrivacyWords(words, FACTS).split(/(?<=[.?!]) /));
}

const wordsOf = (sentence: string) => sentence.split(/\s+/).filter(Boolean);
/** Groups of vowels, without a silent e: near enough for English. */
const syllablesOf = (word: string) =>
  Math.max(
    1,
    word
      .toLowerCase()
      .replace(/(?<=[^l])e$/, '')
      .match(/[aeiouy]+/g)?.length ?? 1,
  );

describe('the words about privacy', () => {
  it.each(PRIVACY_VERSIONS)('of $version are those that were agreed to', ({ text, sha256 }) => {
    expect(createHash('sha256').update(JSON.stringify(text)).digest('hex')).toBe(sha256);
  });

  it('have a version for each day at most, the newest last', () => {
    const days = PRIVACY_VERSIONS.map(({ version }) => version);
    expect(days).toEqual([...new Set(days)].toSorted());
    for (const day of days) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it(`are sentences of ${MAX_WORDS} words or fewer`, () => {
    const long = sentencesOf(PRIVACY.text).filter((sentence) => wordsOf(sentence).length > MAX_WORDS);
    expect(long).toEqual([]);
  });

  it('are read at the age of 12', () => {
    const sentences = sentencesOf(PRIVACY.text);
    const words = sentences.flatMap(wordsOf);
    const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
    const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
    expect(grade).toBeLessThan(GRADE);
  });

  it('have no place that no setting fills', () => {
    expect(sentencesOf(PRIVACY.text).join(' ')).not.toMatch(/[{}]/);
  });

  it.each([
    ['https://api.example.com/v1', 'api.example.com'],
    ['http://user:key@localhost:9000/v1', 'localhost'],
  ])('name the service at %s', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });
});
