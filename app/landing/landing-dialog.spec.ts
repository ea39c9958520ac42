import { dialogOfFragment } from './landing-dialog.js';

describe('the fragment of the address', () => {
  it.each([
    ['#get-started', { name: 'start' }],
    ['#resume', { name: 'resume' }],
    ['#questions', { name: 'questions' }],
    ['#question=3', { name: 'resume' }],
    ['#signin=a-b_C1', { name: 'sign-in', token: 'a-b_C1' }],
  ])('%s opens its dialog', (fragment, dialog) => expect(dialogOfFragment(fragment)).toEqual(dialog));

  it.each(['', '#', '#content', '#signin', '#Resume', '#question=x', '#question='])('"%s" opens none', (fragment) =>
    expect(dialogOfFragment(fragment)).toBeNull(),
  );
});
