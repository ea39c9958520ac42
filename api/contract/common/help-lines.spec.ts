import { HELP_LINES } from './help-lines.js';

const LISTENING = [
  ['United Kingdom and Ireland', 'Samaritans', '116 123'],
  ['United States and Canada', 'Suicide and crisis line', '988'],
  ['Germany', 'TelefonSeelsorge', '116 123'],
  ['Australia', 'Lifeline', '13 11 14'],
  ['New Zealand', 'Need to talk?', '1737'],
  ['Elsewhere', 'Find A Helpline', 'findahelpline.com'],
];

describe('the lines of those who listen', () => {
  it('are theirs to the digit, and the last is for every other country', () => {
    expect(HELP_LINES.map(({ country, name, call }) => [country, name, call])).toEqual(LISTENING);
  });
});
