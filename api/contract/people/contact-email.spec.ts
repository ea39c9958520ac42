import { withContactEmail } from './contact-email.js';

describe('an address with the contact e-mail', () => {
  it.each([
    ['https://forms.example.com/today', 'https://forms.example.com/today?contact_email=anna%2Bme%40example.org'],
    ['https://forms.example.com/?q=a%20b', 'https://forms.example.com/?q=a%20b&contact_email=anna%2Bme%40example.org'],
    ['https://forms.example.com/a#start', 'https://forms.example.com/a?contact_email=anna%2Bme%40example.org#start'],
    ['https://forms.example.com?', 'https://forms.example.com/?contact_email=anna%2Bme%40example.org'],
    ['/upload', '/upload?contact_email=anna%2Bme%40example.org'],
  ])('%s becomes %s', (address, expected) => {
    expect(withContactEmail(address, 'anna+me@example.org')).toBe(expected);
  });
});
