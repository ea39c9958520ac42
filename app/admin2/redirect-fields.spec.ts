import { isFilledIn, QUESTION_LABELS, questionLabel, toRedirectRequest, toRedirectRows } from './redirect-fields.js';

describe('redirect form', () => {
  it('sends the question as a number and the texts trimmed', () =>
    expect(toRedirectRequest({ question: '7', redirectUrl: ' https://a.example/b ', description: ' Media ' })).toEqual({
      question: 7,
      redirectUrl: 'https://a.example/b',
      description: 'Media',
    }));

  it('does not take white space for an entry', () => {
    expect(isFilledIn(' \t')).toBe(false);
    expect(isFilledIn(' x ')).toBe(true);
  });
});

describe('question labels', () => {
  it('are the numbers and names of the eight steps', () =>
    expect(QUESTION_LABELS.map(({ label }) => label)).toEqual([
      '0 Introduction',
      '1 Life Before ME/CFS',
      '2 Trigger Event',
      '3 Life Today',
      '4 Coping Strategies',
      '5 Dreams & Goals',
      '6 Wish People Understood',
      '7 Media Upload',
    ]));

  it('fall back to the number alone', () => expect(questionLabel(9)).toBe('9'));
});

const redirect = (id: string, question: number) => ({
  id,
  question,
  redirectUrl: 'https://a.example',
  description: '',
});

describe('toRedirectRows', () => {
  it('has one redirect in use per question, the newest', () => {
    const rows = toRedirectRows([redirect('new', 0), redirect('old', 0), redirect('only', 3)]);
    expect(rows.map(({ redirect: { id }, isInUse }) => [id, isInUse])).toEqual([
      ['new', true],
      ['old', false],
      ['only', true],
    ]);
  });

  it('is empty when nothing is configured', () => expect(toRedirectRows([])).toEqual([]));
});
