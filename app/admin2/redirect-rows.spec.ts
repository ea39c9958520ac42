import { toRedirectRows } from './redirect-rows.js';

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
