import { storyTimes } from './story-times.js';

const video = (transcript: string, durationSeconds: number | null = null) => ({ transcript, durationSeconds });

describe('the time a story takes', () => {
  it.each([
    [[video('word '.repeat(600), 60), video('word '.repeat(200), 200)], '4 min watch · 4 min read'],
    [[video('A few words', 5)], '1 min watch · 1 min read'],
    [[video('word '.repeat(300), null), video('', 60)], '2 min read'],
    [[video('', 130)], '2 min watch'],
    [[{ transcript: 'word '.repeat(400), isWritten: true }, video('', 130)], '2 min watch · 2 min read'],
    [[video('我病了，'.repeat(150))], '2 min read'],
    [[video('')], ''],
    [[], ''],
  ])('of %j', (videos, times) => expect(storyTimes(videos)).toBe(times.replaceAll(/(?<!·) (?!·)/g, '\u00a0')));

  it.each([
    ['ฉันเหนื่อยมากทุกวัน', 5],
    ['ຂ້ອຍເມື່ອຍທຸກມື້', 3],
    ['ខ្ញុំហត់នឿយរាល់ថ្ងៃ', 3],
    ['ကျွန်တော်နေ့တိုင်းပင်ပန်းတယ်', 5],
  ])('knows the words of %s, between which no spaces are', (sentence, words) => {
    const times = [sentence.repeat(600 / words), `${'word '.repeat(500)}${sentence.repeat(100 / words)}`].map((text) =>
      storyTimes([video(text)]),
    );
    expect(times).toEqual(['3\u00a0min\u00a0read', '3\u00a0min\u00a0read']);
  });
});
