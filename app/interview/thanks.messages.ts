import { RELEASE_AHEAD } from '../../api/contract/releases.js';
import { count } from '../shared/text/format.js';

/** What is said beside the thanks. */
export const THANKS_MESSAGES = {
  kept: (answers: number, photos: number) => {
    const things = [count(answers, 'answer'), ...(photos > 0 ? [count(photos, 'photo')] : [])];
    const isOne = things.length === 1 && answers === 1;
    return `${things.join(' and ')} ${isOne ? 'is' : 'are'} kept safely.`;
  },
  myStory: 'See, change or take back',
  nextHeading: 'What happens next',
  next: (email: string) => [
    { when: 'Now', what: 'Our producers watch your answers. There is nothing more that you have to do.' },
    {
      when: 'Then',
      what: 'A short video is made from your story. Nobody sees it before it is approved.',
    },
    { when: 'When it is ready', what: `Our producers write to ${email}.` },
    { when: RELEASE_AHEAD.heading, what: RELEASE_AHEAD.text },
  ],
};
