/** Whom somebody can call who cannot go on. */
export interface HelpLine {
  country: string;
  name: string;
  /** A number, or a few words where there is more to say. */
  call: string;
}

/** Where nothing else is set. The last is for every other country. */
export const HELP_LINES: HelpLine[] = [
  { country: 'United Kingdom and Ireland', name: 'Samaritans', call: '116 123' },
  { country: 'United States and Canada', name: 'Suicide and crisis line', call: '988' },
  { country: 'Germany', name: 'TelefonSeelsorge', call: '116 123' },
  { country: 'Australia', name: 'Lifeline', call: '13 11 14' },
  { country: 'New Zealand', name: 'Need to talk?', call: '1737' },
  { country: 'Elsewhere', name: 'Find A Helpline', call: 'findahelpline.com' },
];
