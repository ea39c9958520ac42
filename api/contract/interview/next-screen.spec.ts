import { type InterviewPlace, type InterviewProgress, nextScreen } from './next-screen.js';
import { TRACKED_STEPS } from './steps.js';

const AT = '2026-03-01T12:00:00.000Z';

const PLACES: InterviewPlace[] = ['product', 'external_forms'];

/** Progress in which these steps are completed. */
function completed(...numbers: number[]): InterviewProgress {
  const times = Object.fromEntries(numbers.map((number) => [TRACKED_STEPS[number]!.field, AT]));
  return { ...times, status: 'in_progress' };
}
const ALL = TRACKED_STEPS.map(({ number }) => number);

describe('next screen', () => {
  it.each([
    ['Introduction', 0, completed(0)],
    ['Life Before ME/CFS', 1, completed(0, 1)],
    ['Trigger Event', 2, completed(0, 1, 2)],
    ['Life Today', 3, completed(0, 1, 2, 3)],
    ['Coping Strategies', 4, completed(0, 1, 2, 3, 4)],
    ['Dreams & Goals', 5, completed(0, 1, 2, 3, 4, 5)],
    ['Wish People Understood', 6, completed(0, 1, 2, 3, 4, 5, 6)],
    ['Media Upload', 7, completed(...ALL)],
  ])('is %s (%i) once the steps before it are completed', (label, number, progress) => {
    for (const place of PLACES) expect(nextScreen(progress, place)).toBe(number);
    expect(TRACKED_STEPS[number]?.label).toBe(label);
  });

  it('is the one of the first open step, whatever was completed after it', () => {
    expect(nextScreen(completed(0, 1, 2, 4, 5, 6, 7), 'product')).toBe(2);
  });

  it('stays where a question is open when the media have come already', () => {
    const progress = { ...completed(0, 1), mediaUploadCompletedAt: new Date() };
    for (const place of PLACES) expect(nextScreen(progress, place)).toBe(1);
  });

  it('is the first one for who has no step at all', () => {
    expect(nextScreen(completed(), 'product')).toBe(0);
    expect(nextScreen({ ...completed(), identityConfirmedAt: null }, 'external_forms')).toBe(0);
  });

  it('is none on external forms when the steps are completed and the media are there', () => {
    expect(nextScreen({ ...completed(...ALL), mediaUploadCompletedAt: AT }, 'external_forms')).toBeNull();
  });

  it('is the media upload in the product until Submit, whatever media came otherwise', () => {
    expect(nextScreen({ ...completed(...ALL), mediaUploadCompletedAt: AT }, 'product')).toBe(7);
  });

  it.each(PLACES)('is none after Submit (%s)', (place) => {
    expect(nextScreen({ ...completed(...ALL), mediaUploadCompletedAt: AT, status: 'submitted' }, place)).toBeNull();
  });
});
