import { readUploadAddress, SUBMITTED_ADDRESS } from './upload-address.js';

describe('the address of /upload', () => {
  it('fills in the e-mail', () =>
    expect(readUploadAddress('?contact_email=anna%2Bme%40example.org')).toEqual({
      email: 'anna+me@example.org',
      isSubmitted: false,
    }));

  it('gives an e-mail that was not encoded its plus signs back', () => {
    expect(readUploadAddress('?contact_email=anna+me@example.org').email).toBe('anna+me@example.org');
    expect(readUploadAddress('?contact_email=%20anna+me@example.org+').email).toBe('anna+me@example.org');
  });

  it('shows thanks', () => {
    expect(readUploadAddress(new URL(SUBMITTED_ADDRESS, 'http://localhost').search).isSubmitted).toBe(true);
    expect(readUploadAddress('?submitted=false').isSubmitted).toBe(false);
  });

  it('may have lost the e-mail to the history, where a reload finds it', () => {
    expect(readUploadAddress('', { contactEmail: 'a+b@c.org' }).email).toBe('a+b@c.org');
    expect(readUploadAddress('?contact_email=new@c.org', { contactEmail: 'a+b@c.org' }).email).toBe('new@c.org');
    expect(readUploadAddress('', 'contactEmail').email).toBe('');
  });
});
