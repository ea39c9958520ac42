import type { MyStory } from '../contract/stories/my-story.js';
import { provenPerson } from './proven-person.js';
import type { PublishedSite } from './published-site.js';
import { sampleJpeg, sampleWebm, toDataUrl } from './sample-media.js';
import type { TestApp } from './test-app.js';

export type Browser = ReturnType<TestApp['browser']>;

/** Words that no other story has. */
export const CANARY = 'A quetzalcanary sings in the garden each morning.';

export async function readMyStory(browser: Browser): Promise<MyStory> {
  return (await browser.get('/api/my-story').expect(200)).body as MyStory;
}

export const sendAnswer = (browser: Browser, questionId = 1, recording = sampleWebm()) =>
  browser
    .post('/api/videos/upload-cloud')
    .send({ questionId, title: 'One', videoData: toDataUrl(recording, 'video/webm') })
    .expect(201);

export const sendPhoto = async (browser: Browser, colour?: string) =>
  browser
    .post('/api/photos')
    .send({ originalName: 'garden.jpg', imageData: toDataUrl(await sampleJpeg({ colour }), 'image/jpeg') })
    .expect(201);

/** Somebody signed in by a mailed link, with an answer, a photo and a public video. */
export async function tellStory(site: PublishedSite, firstName = 'Anna') {
  const person = await provenPerson(site.testApp, firstName);
  const { body: answer } = await sendAnswer(person.browser);
  const { body: photo } = await sendPhoto(person.browser);
  const video = await site.archive.publish(person.id, { questionId: 1, title: 'One', transcript: CANARY });
  return { ...person, answer: answer as { id: string }, photo: photo as { id: string }, video };
}

export async function expectStoryGone(site: PublishedSite, { id, user }: { id: string; user: { userName: string } }) {
  await site.get(`/stories/${user.userName}`).expect(404);
  await site.get(`/api/user-story/${user.userName}`).expect(404);
  await site.get(`/media/${id}.mp4`).expect(404);
  for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml', '/api/stories-overview', '/']) {
    expect([address, (await site.get(address).expect(200)).text.includes(user.userName)]).toEqual([address, false]);
  }
  expect((await site.get('/api/search-data?q=quetzalcanary&from=0').expect(200)).text).not.toContain(id);
}

/** What is told of all stories in one piece, and kept for the next who asks. */
export async function tellersOf(site: PublishedSite, what: string): Promise<string[]> {
  const tellers: string[] = [];
  for (const address of ['/api/stories-overview', '/api/search-data']) {
    if ((await site.get(address).expect(200)).text.includes(what)) tellers.push(address);
  }
  return tellers;
}
