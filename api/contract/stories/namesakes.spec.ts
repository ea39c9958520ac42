import { namesakeMarks } from './namesakes.js';

const person = (userName: string) => ({ userName, firstName: userName.split('-')[0] ?? '' });
const marks = (...userNames: string[]) => Object.fromEntries(namesakeMarks(userNames.map(person)));

describe('people of the same name', () => {
  it('are told apart by the month in which they came', () =>
    expect(marks('anna-2025-03-01', 'ben-2025-03-01', 'Anna-2026-11-22')).toEqual({
      'anna-2025-03-01': 'March 2025',
      'Anna-2026-11-22': 'November 2026',
    }));

  it('of the same month by the day, and of the same day by their number', () =>
    expect(marks('anna-2025-03-01', 'anna-2025-03-01-2', 'anna-2025-03-17', 'anna-2024-03-17')).toEqual({
      'anna-2025-03-01': 'March 1, 2025',
      'anna-2025-03-01-2': 'March 1, 2025 (2)',
      'anna-2025-03-17': 'March 17, 2025',
      'anna-2024-03-17': 'March 2024',
    }));

  it('need nothing where they are the only one', () => expect(marks('anna-2025-03-01', 'ben-2025-03-01')).toEqual({}));
});
