import { answerTitle } from './answer-title.js';

const question = { id: 1, sequence: 1, starterPhrase: null, title: 'Life today' };

describe('answerTitle', () => {
  it('is the title and the first 30 characters of the text', () => {
    const text = 'What is an ordinary day like for you now?';
    expect(answerTitle({ ...question, text })).toBe('Life today: What is an ordinary day like f…');
  });
});
