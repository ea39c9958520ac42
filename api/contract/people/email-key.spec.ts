import { mailbox } from './mailbox.js';
import { emailKey } from './email-key.js';

describe('e-mail key', () => {
  it.each([
    [' Anna@Example.ORG ', 'anna@example.org'],
    ['anna@BÜCHER.example', 'anna@xn--bcher-kva.example'],
    ['anna@ＥＸＡＭＰＬＥ.org', 'anna@example.org'],
    ['"anna@home"@example.org', '"Anna@Home"@example.org'],
  ])('takes %j and %j for one address', (one, other) => expect(emailKey(one)).toBe(emailKey(other)));

  it.each([
    ['anna+story@example.org', 'anna@example.org'],
    ['someone@gmaıl.com', 'someone@gmail.com'],
    ['someone@straße.example', 'someone@strasse.example'],
    ['strauß@example.org', 'strauss@example.org'],
    ['STRAUẞ@example.org', 'strauß@example.org'],
    ['\u212Aelvin@example.org', 'kelvin@example.org'],
    ['\u017Fomeone@example.org', 'someone@example.org'],
    ['İrem@example.org', 'irem@example.org'],
    ['ZOË@example.org', 'zoë@example.org'],
    ['zoe\u0308@example.org', 'zo\u00eb@example.org'],
  ])('keeps %j and %j apart', (one, other) => expect(emailKey(one)).not.toBe(emailKey(other)));

  it.each(['someone@gmaıl.com', 'Zoë@BÜCHER.example', 'someone@\u212Aelvin.example', 'a@b.example', 'Ω@ſ.example'])(
    'of %j belongs to the very mailbox that a mail to it reaches',
    (email) => expect(emailKey(mailbox(email)!)).toBe(emailKey(email)),
  );

  it('keeps what is no address apart from every address', () => {
    for (const text of ['anna', 'anna@', '@example.org', 'anna@example.org/home', 'anna@ex%61mple.org', 'a@b c']) {
      expect(mailbox(text)).toBeNull();
      expect(emailKey(text)).toBe(text);
    }
  });
});
