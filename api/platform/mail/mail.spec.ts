import { composeMail } from './mail.js';

describe('a mail', () => {
  const mail = composeMail('anna@example.org', 'News & <more>', [
    'Hello "you" <b>',
    { label: 'Go on', url: 'https://example.org/?a=1&b="2"' },
    'Bye',
  ]);

  it('says in plain text what its HTML says', () => {
    expect(mail.text).toBe('Hello "you" <b>\n\nGo on:\nhttps://example.org/?a=1&b="2"\n\nBye');
    expect(mail.html).toContain('<p>Hello &quot;you&quot; &lt;b&gt;</p>');
    expect(mail.html).toContain('<a href="https://example.org/?a=1&amp;b=&quot;2&quot;"');
    expect(mail.html).toContain('<title>News &amp; &lt;more&gt;</title>');
  });

  it('loads nothing from anywhere', () => expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|\bsrc=/i));
});
