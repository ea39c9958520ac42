import { counted, listed, plural } from '../../api/contract/common/grammar.js';

/** What is said beside the thanks. */
export const THANKS_MESSAGES = {
  kept: (answers: number, photos: number) => {
    const recorded = counted(answers, { one: 'answer', other: 'answers' });
    if (photos === 0) return `${recorded} ${plural(answers, { one: 'is', other: 'are' })} kept safely.`;
    return `${listed([recorded, counted(photos, { one: 'photo', other: 'photos' })])} are kept safely.`;
  },
  guardianRefused:
    'Your parent or guardian said no, so nothing of your story is shown. What you have told stays until you take it back.',
  myStory: 'See, change or take back',
  nextHeading: 'What happens next',
  next: (email: string) => [
    {
      when: 'Today',
      what: 'There is nothing more to do. By submitting you have agreed to nothing new.',
    },
    {
      when: 'In the coming weeks',
      what: 'Our producers look at your answers, and make a short film or a written chapter. Nobody sees it before it is approved.',
    },
    {
      when: 'When it is ready',
      what: `They write to ${email}. You see exactly that, and can say yes, no, or what to change. A no always holds.`,
    },
  ],
};
