import type { PageLocals, PageRenderer } from '../../../contract/pages.js';
import type { InterviewQuestion } from '../../../contract/interview/questions.js';
import type { StoryOverviewItem } from '../../../contract/stories/stories.js';
import { makeFile, type SiteContext } from './make-file.js';

const context = { settings: { publicUrl: 'https://stories.example.org' } } as SiteContext;
const cues = [{ start: 0, end: 1.5, text: 'I sang.' }];
const story = {
  user: { userName: 'zoë&-2025-03-01' },
  overviewVideo: { id: 'overview', cues: null },
  videos: [{ id: 'timed', cues }, { id: 'plain' }],
} as unknown as StoryOverviewItem;
const stories = new Map([['p', { story, isUnlisted: false }]]);
const captionsOf = async (videoId: string, participantId = 'p') =>
  (await makeFile({ make: 'captions', participantId, videoId }, context, stories))?.bytes.toString();

describe('the file of', () => {
  it('captions is made of those of its video, and of nothing where there are none', async () => {
    expect(await captionsOf('timed')).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nI sang.\n');
    for (const id of ['plain', 'overview', 'another']) expect(await captionsOf(id)).toBeUndefined();
    expect(await captionsOf('timed', 'withdrawn')).toBeUndefined();
  });

  it('a page of voices has those that can be heard, by the sound alone where there is one, and is none without them', async () => {
    const given: PageLocals[] = [];
    const render: PageRenderer['render'] = async ({ locals }) => {
      given.push(locals);
      return { status: 200, html: '<html><head></head></html>', policy: "default-src 'self'" };
    };
    const question = { id: 3 } as InterviewQuestion;
    const listening = { ...context, build: { renderer: { render } }, questions: [question] } as unknown as SiteContext;
    const answer = {
      questionId: 3,
      mimeType: 'video/mp4',
      videoUrl: '/v.mp4',
      audioUrl: null,
      posterUrl: null,
      durationSeconds: 7,
    };
    const videos = [
      { ...answer, id: 'heard', audioUrl: '/a.m4a', posterUrl: '/p.webp' },
      { ...answer, id: 'seen' },
      { ...answer, id: 'hosted', mimeType: null },
      { ...answer, id: 'coming', videoUrl: null },
      { ...answer, id: 'other', questionId: 4 },
    ];
    const person = { user: { firstName: 'Zoë', userName: 'zoë' }, videos } as unknown as StoryOverviewItem;
    const make = (participantIds: string[], questionId = 3, isUnlisted = false) => {
      const source = { make: 'listen', address: '/listen/x', questionId, participantIds } as const;
      return makeFile(source, listening, new Map([...stories, ['zoë', { story: person, isUnlisted }]]));
    };
    expect(await make(['gone', 'zoë', 'p'])).toMatchObject({ policy: expect.stringContaining("default-src 'self'") });
    const voice = { firstName: 'Zoë', userName: 'zoë', posterUrl: null, durationSeconds: 7 };
    const voices = [
      { ...voice, videoId: 'heard', soundUrl: '/a.m4a', posterUrl: '/p.webp' },
      { ...voice, videoId: 'seen', soundUrl: '/v.mp4' },
    ];
    expect(given.map(({ payload }) => payload)).toEqual([{ page: 'listen', listen: { question, voices } }]);
    expect(await make(['p'])).toBeNull();
    expect(await make(['zoë'], 5)).toBeNull();
    expect(await make(['zoë'], 3, true)).toBeNull();
    expect(given).toHaveLength(1);
  });

  it('a former address leads on by itself, by hand and for whoever lists pages, and names nobody', async () => {
    const address = '/stories/zo%C3%AB%26-2025-03-01';
    const make = (participantId: string, leadsTo = address) =>
      makeFile({ make: 'redirect', participantId, leadsTo }, context, stories);
    const html = (await make('p'))!.bytes.toString();
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/);
    expect(html).toContain(`<meta http-equiv="content-security-policy" content="default-src 'none'">`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain(`<meta http-equiv="refresh" content="0; url=${address}">`);
    expect(html).toContain(`<link rel="canonical" href="https://stories.example.org${address}">`);
    expect(html).toContain('<title>This story has moved</title>');
    expect(html).toContain(`<p><a href="${address}">This story has moved. Go on to it.</a></p>`);
    expect(await make('withdrawn')).toBeNull();
    expect(await make('p', '/stories/another-since')).toBeNull();
  });
});
