import config from './playwright.config.js';

describe('the journeys', () => {
  it('are not run when one of them is marked to be run alone', () => {
    expect(config.forbidOnly).toBe(true);
  });
});
