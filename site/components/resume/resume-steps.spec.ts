import { resumeSteps } from './resume-steps.js';

describe('the steps of /resume', () => {
  it('are the eight screens in their order', () =>
    expect(resumeSteps([]).map(({ label }) => label)).toEqual([
      'Introduction',
      'Life Before ME/CFS',
      'Trigger Event',
      'Life Today',
      'Coping Strategies',
      'Dreams & Goals',
      'Wish People Understood',
      'Media Upload',
    ]));

  it('lead to their external forms, the last one to the upload page', () => {
    const urls = [0, 1, 2, 3, 4, 5, 6].map((number) => `https://forms.example.org/${number}`);
    expect(resumeSteps(urls).map(({ href }) => href)).toEqual([...urls, '/upload']);
    expect(resumeSteps(urls).filter(({ isExternal }) => isExternal)).toHaveLength(7);
  });

  it('lead to the interview in the product where there are no forms', () =>
    expect(new Set(resumeSteps([]).map(({ href }) => href))).toEqual(new Set(['/#resume', '/upload'])));
});
