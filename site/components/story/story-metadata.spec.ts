import type { UserStory } from '../../../api/contract/stories/stories.js';
import { sampleStoryVideo } from '../../../api/contract/testing/sample-story-video.js';
import { storyDescription, storyDocumentTitle, storyStructuredData, toScriptJson } from './story-metadata.js';

const HOSTILE = '</script><script>alert(1)</script><!-- <script> \u2028 "quoted" \ud800 مرحبا';
const video = sampleStoryVideo({ title: 'Life', transcript: HOSTILE });
const story: UserStory = {
  user: { id: 'u', firstName: 'Zoë', createdAt: '2025-03-01T00:00:00.000Z', userName: 'zoë-2025-03-01' },
  questions: [{ id: 1, sequence: 1, title: 'Life today', text: '', starterPhrase: null }],
  videos: [video],
  overviewVideo: { ...video, id: 'o', questionId: null, transcript: '' },
};
const site = { publicUrl: 'https://stories.example.org', picture: '/stories/names/a.jpg' };

describe('structured data of a story', () => {
  it('is a VideoObject a video, with what search engines require', () => {
    expect(storyStructuredData(story, site)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        expect.objectContaining({ name: "Zoë's Story: Story overview" }),
        {
          '@type': 'VideoObject',
          '@id': 'https://stories.example.org/stories/zo%C3%AB-2025-03-01#video-v1',
          name: "Zoë's Story: Life today",
          description: expect.any(String) as string,
          thumbnailUrl: 'https://stories.example.org/stories/names/a.jpg',
          uploadDate: '2025-06-01T10:00:00.000Z',
          contentUrl: 'https://stories.example.org/media/v1.mp4',
          contentSize: '5000',
          encodingFormat: 'video/mp4',
          url: 'https://stories.example.org/stories/zo%C3%AB-2025-03-01#video-v1',
          transcript: HOSTILE.toWellFormed(),
        },
      ],
    });
  });

  it('is an Article of what was told in words', () => {
    const words = { ...video, isWritten: true, videoUrl: null, mimeType: null, fileSize: null };
    const { '@graph': parts } = storyStructuredData({ ...story, videos: [words] }, site) as { '@graph': object[] };
    expect(parts[1]).toMatchObject({
      '@type': 'Article',
      headline: "Zoë's Story: Life today",
      author: { '@type': 'Person', name: 'Zoë' },
      articleBody: HOSTILE.toWellFormed(),
      datePublished: '2025-06-01T10:00:00.000Z',
    });
    expect(parts[1]).not.toHaveProperty('thumbnailUrl');
  });

  it('names the player of a video that stands at a host', () => {
    const hosted = {
      ...video,
      videoUrl: 'https://vimeo.com/1/abcdef0123',
      mimeType: null,
      fileSize: null,
      posterUrl: '/media/v1.jpg',
    };
    const { '@graph': videos } = storyStructuredData({ ...story, videos: [hosted] }, site) as { '@graph': object[] };
    expect(videos[1]).toMatchObject({
      embedUrl: 'https://player.vimeo.com/video/1?h=abcdef0123&dnt=1',
      thumbnailUrl: 'https://stories.example.org/media/v1.jpg',
    });
    for (const name of ['contentUrl', 'contentSize', 'encodingFormat']) expect(videos[1]).not.toHaveProperty(name);
  });

  it('has a description for each video, also where nothing was transcribed', () => {
    const { '@graph': videos } = storyStructuredData(story, site) as { '@graph': { description: string }[] };
    for (const { description } of videos) expect(description).not.toBe('');
  });

  it.each([
    [61.4, 'PT61S'],
    [0.2, 'PT1S'],
    [null, undefined],
  ])('tells a duration of %j seconds as %j', (durationSeconds, duration) => {
    const { '@graph': videos } = storyStructuredData({ ...story, videos: [{ ...video, durationSeconds }] }, site) as {
      '@graph': { duration?: string }[];
    };
    expect(videos[1]?.duration).toBe(duration);
  });

  describe('refuses', () => {
    it('to let a text out of its element', () => {
      const json = toScriptJson(storyStructuredData(story, site));
      expect(json).not.toContain('<');
      expect(JSON.parse(json)).toEqual(storyStructuredData(story, site));
    });
  });
});

const told: UserStory = {
  ...story,
  videos: [],
  overviewVideo: sampleStoryVideo({ questionId: null, transcript: 'Before I fell ill\nI loved to dance.' }),
};

describe('story description', () => {
  it('is the first words of the story', () =>
    expect(storyDescription(told)).toBe('Before I fell ill I loved to dance.'));

  it('is a sentence when nothing was transcribed', () =>
    expect(storyDescription({ ...told, overviewVideo: null })).toBe('Zoë tells what it is like to live with ME/CFS.'));

  it('comes with the title of the document', () =>
    expect(storyDocumentTitle('Anna')).toBe("Anna's ME/CFS Story | Watch Now"));
});
