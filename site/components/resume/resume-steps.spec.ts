import { TRACKED_STEPS, LAST_STEP } from '../../../api/contract/interview/steps.js';
import { resumeSteps } from './resume-steps.js';

describe('the steps of /resume', () => {
  it('are the screens in their order', () =>
    expect(resumeSteps([]).map(({ label }) => label)).toEqual(TRACKED_STEPS.map(({ label }) => label)));

  it('lead to their external forms, the last one to the upload page', () => {
    const urls = TRACKED_STEPS.slice(0, LAST_STEP).map(({ number }) => `https://forms.example.org/${number}`);
    expect(resumeSteps(urls).map(({ href }) => href)).toEqual([...urls, '/upload']);
    expect(resumeSteps(urls).filter(({ isExternal }) => isExternal)).toHaveLength(LAST_STEP);
  });

  it('each open their question in the product where there are no forms', () =>
    expect(resumeSteps([]).map(({ href }) => href)).toEqual([
      ...[1, 1, 2, 3, 4, 5, 6].map((id) => `/#question=${id}`),
      '/upload',
    ]));
});
