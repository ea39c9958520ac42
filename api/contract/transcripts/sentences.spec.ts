import { SENTENCE_MAX_LENGTH } from '../common/limits.js';
import { countWords, sentencesOf, standsIn, tellingSentence } from './sentences.js';

const COMMON = 'Before all of this I loved to go out with my friends.';
const RARE = 'A blackbird at my window is my whole evening now.';

describe('sentences of a transcript', () => {
  it('are told apart over lines and paragraphs', () =>
    expect(sentencesOf('I was\nwell. Then: not.\n\nWho knew?  Nobody')).toEqual([
      'I was well.',
      'Then: not.',
      'Who knew?',
      'Nobody',
    ]));

  it('are none in an empty one', () => expect(sentencesOf(' \n\n ')).toEqual([]));
});

describe('a sentence stands in a transcript', () => {
  it.each([
    ['I was well.', 'Once I was\nwell. Now', true],
    ['I  was\nwell.', 'I was well.', true],
    ['I was ill.', 'I was well.', false],
    [' ', 'I was well.', false],
    ['a'.repeat(SENTENCE_MAX_LENGTH), 'a'.repeat(999), true],
    ['a'.repeat(SENTENCE_MAX_LENGTH + 1), 'a'.repeat(999), false],
  ])('%j in %j: %s', (sentence, transcript, stands) => expect(standsIn(sentence, transcript)).toBe(stands));
});

describe('the most telling sentence', () => {
  const others = countWords([COMMON, COMMON, `${COMMON} ${RARE}`]);

  it('is the one whose words others do not say', () => expect(tellingSentence(`${COMMON} ${RARE}`, others)).toBe(RARE));

  it('is the first of equals, the same each time', () => {
    const transcript = `${RARE} ${RARE.replace('A black', 'The black')}`;
    expect(tellingSentence(transcript, countWords([]))).toBe(RARE);
    expect(tellingSentence(transcript, countWords([]))).toBe(RARE);
  });

  it('is not the longer one for its length alone', () => {
    const long = 'We counted zebras, yaks, otters, lynxes, beavers, herons, storks, cranes, swans and geese all day.';
    const heard = countWords([long.replace('zebras', '')]);
    expect(tellingSentence(`${long} ${RARE}`, heard)).toBe(RARE);
  });

  it('is neither a word nor a page', () => {
    expect(tellingSentence('Quetzal!', others)).toBeNull();
    expect(tellingSentence(`${'Quetzal and capybara '.repeat(20)}.`, others)).toBeNull();
  });
});
