import { HttpError } from '../shared/http/http-error.js';
import { registrationFailure, toRegisterRequest } from './registration.js';

const fields = {
  firstName: ' Anna ',
  lastName: 'Berg',
  email: ' anna@example.com ',
  tag: false,
  instagram: '@anna',
  tiktok: '',
};

describe('registration', () => {
  it('sends no handles unless tagging is ticked', () => {
    expect(toRegisterRequest(fields)).toEqual({
      firstName: 'Anna',
      lastName: 'Berg',
      email: 'anna@example.com',
      tag: false,
    });
  });

  it('sends the handles when tagging is ticked', () => {
    expect(toRegisterRequest({ ...fields, tag: true })).toMatchObject({ tag: true, instagram: '@anna', tiktok: '' });
  });

  it('points to Resume when the e-mail is already registered', () => {
    const error = new HttpError(409, 'Conflict', '{"message":"This e-mail is already registered.","code":"known"}');
    expect(registrationFailure(error)).toMatchObject({
      toast: {
        title: 'Email Already Registered',
        description:
          "This email is already in use. Please use the 'Resume Interview' button to continue where you left off.",
      },
      isKnownEmail: true,
    });
  });

  it('asks to try again after any other failure', () => {
    expect(registrationFailure(new TypeError('Failed to fetch'))).toMatchObject({
      toast: { title: 'Registration failed', description: 'Please try again or contact support.' },
      isKnownEmail: false,
    });
  });
});

describe('refuses a registration', () => {
  it('and goes on saying why, when the server does', () => {
    const error = new HttpError(429, '', '{"message":"Please try again in 9 minutes.","code":"x"}');
    expect(registrationFailure(error).status).toBe(
      'Please try again in 9 minutes. Nothing was saved yet. What you wrote is still here.',
    );
  });
});
