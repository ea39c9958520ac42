import { rowOfRecord } from './search-row.js';

describe('row of a published record', () => {
  const record = {
    url: '/stories/zo%C3%AB-2025-03-01#video-a',
    content: 'I danced. I was unstoppable',
    meta: { title: 'Zoë', question: 'Life before ME/CFS' },
  };

  it('is made when the transcript contains the query', () => {
    expect(rowOfRecord(record, 'STOPPABLE')).toEqual({
      videoId: 'a',
      userName: 'zoë-2025-03-01',
      firstName: 'Zoë',
      question: 'Life before ME/CFS',
      text: 'I danced. I was unstoppable',
      isWhole: true,
      seconds: null,
    });
  });

  it('says when the first match is said', () => {
    const timed = { ...record, meta: { ...record.meta, moments: '0-0 a-20' } };
    expect(rowOfRecord(timed, 'danced')?.seconds).toBe(0);
    expect(rowOfRecord(timed, 'stoppable')?.seconds).toBe(72);
  });

  describe('refuses', () => {
    it('what the index only guessed', () => expect(rowOfRecord(record, 'stopping')).toBeNull());
    it('another kind of page', () => expect(rowOfRecord({ ...record, url: '/' }, 'was')).toBeNull());
  });
});
