import { nearestWords, searchableWords } from './nearest-words.js';

const SAID = ['step', 'sleep', 'slept', 'school', 'library', 'deep', 'doctor', 'zoë'];

describe('nearest words', () => {
  it.each([
    ['slep', ['sleep', 'slept', 'step']],
    ['SLEPE', ['sleep', 'slept']],
    ['sleep', []],
    ['libary', ['library']],
    ['libry', []],
    ['librray', ['library']],
    ['scohol', ['school']],
    ['docktro', ['doctor']],
    ['deep slep', ['deep', 'sleep', 'slept', 'step']],
    ['xy', []],
    ['quetzalcoatl', []],
    ['', []],
  ])('of %j are %j', (query, words) => expect(nearestWords(query, SAID)).toEqual(words));

  it('are those that are said more often, of equally near ones', () =>
    expect(nearestWords('cet', ['cat', 'cut', 'get', 'set'])).toEqual(['cat', 'cut', 'get']));
});

describe('words that can be searched', () => {
  it('are whole words in lower case, each once', () =>
    expect([...searchableWords('Zoë’s 2nd sleep — SLEEP, of Σοφός!')]).toEqual(['zoë', '2nd', 'sleep', 'σοφόσ']));
});
