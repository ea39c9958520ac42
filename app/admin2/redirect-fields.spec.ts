import { TRACKED_STEPS } from '../../api/contract/interview/steps.js';
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
  it('are the numbers and names of the steps', () => {
    expect(QUESTION_LABELS).toHaveLength(TRACKED_STEPS.length);
    expect(QUESTION_LABELS.slice(0, 2)).toEqual([
      { number: 0, label: '0 Introduction' },
      { number: 1, label: '1 Life Before ME/CFS' },
    ]);
  });

  it('fall back to the number alone', () => expect(questionLabel(99)).toBe('99'));
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
