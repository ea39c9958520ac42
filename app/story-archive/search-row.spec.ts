import type { SearchDataItem } from '../../api/contract/stories.js';
import { rowOfRecord, rowsOfSearchData } from './search-row.js';

const user = { id: 'u1', firstName: 'Zoë', createdAt: '2025-03-01T00:00:00Z', userName: 'zoë-2025-03-01' };
const answer = (id: string, transcript: string, questionId: number | null = 1, title = 'Life before ME/CFS') => ({
  id,
  questionId,
  title,
  transcript,
  cues: null,
  videoUrl: `/media/${id}.mp4`,
  mimeType: 'video/mp4',
  fileSize: 5000,
  publishedAt: '2025-06-01T10:00:00.000Z',
  posterUrl: null,
  audioUrl: null,
  durationSeconds: null,
});

describe('rows of the API', () => {
  const items: SearchDataItem[] = [
    {
      user,
      overviewVideo: answer('o', 'I was unstoppable', null, 'Story overview'),
      videos: [answer('a', 'I was unstoppable'), answer('b', 'Nothing'), answer('c', 'unstoppable', 0)],
    },
  ];

  it('are the answers that contain the query, never the overview', () => {
    expect(rowsOfSearchData(items, 'nstoppabl')).toEqual([
      {
        videoId: 'a',
        userName: 'zoë-2025-03-01',
        firstName: 'Zoë',
        question: 'Life before ME/CFS',
        transcript: 'I was unstoppable',
        moments: [],
      },
    ]);
  });
});

describe('row of an index record', () => {
  const record = {
    url: '/stories/zo%C3%AB-2025-03-01#video-a',
    content: 'I was unstoppable',
    meta: { title: 'Zoë', question: 'Life before ME/CFS' },
  };

  it('is made when the transcript contains the query', () => {
    expect(rowOfRecord(record, 'STOPPABLE')).toMatchObject({ videoId: 'a', userName: 'zoë-2025-03-01' });
  });

  it('is not made when the index only guessed', () => expect(rowOfRecord(record, 'stopping')).toBeNull());
  it('is not made for another kind of page', () => expect(rowOfRecord({ ...record, url: '/' }, 'was')).toBeNull());
});
