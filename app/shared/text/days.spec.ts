import { endOfDay, startOfDay } from './days.js';

describe('a day of a date field', () => {
  it('begins and ends where the person is', () => {
    expect(startOfDay('2030-03-31')).toBe(new Date(2030, 2, 31).toISOString());
    expect(endOfDay('2030-03-31')).toBe(new Date(2030, 3, 1).toISOString());
  });

  it.each(['20300-03-31', '9999-12-31', '275760-09-13'])(
    'that no year of four digits tells is far away all the same: %s',
    (day) => {
      for (const moment of [startOfDay(day), endOfDay(day)])
        expect(moment).toMatch(/^999\d-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
    },
  );
});
