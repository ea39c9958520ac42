import { emptyFormAddress, readUploadAddress, SUBMITTED_ADDRESS } from './upload-address.js';

describe('the address of /upload', () => {
  it('fills in the e-mail', () =>
    expect(readUploadAddress('?contact_email=anna%2Bme%40example.org')).toEqual({
      email: 'anna+me@example.org',
      isSubmitted: false,
    }));

  it('shows thanks', () => {
    expect(readUploadAddress(new URL(SUBMITTED_ADDRESS, 'http://localhost').search).isSubmitted).toBe(true);
    expect(readUploadAddress('?submitted=false').isSubmitted).toBe(false);
  });

  it('leads to the form again, with the e-mail when it is known', () => {
    expect(emptyFormAddress('')).toBe('/upload');
    expect(readUploadAddress(new URL(emptyFormAddress('a+b@c.org'), 'http://localhost').search).email).toBe(
      'a+b@c.org',
    );
  });
});
