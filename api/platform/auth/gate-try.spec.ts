import { BadRequestException } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import { isUncountedTry } from './gate-try.js';

describe('what goes wrong at the gate', () => {
  it.each([
    new AppError(400, 'malformed_json', 'No JSON.'),
    new AppError(413, 'too_large', 'Too large.'),
    Object.assign(new Error('Not inflated'), { status: 415 }),
    Object.assign(new Error('The last of its kind'), { status: 499 }),
  ])('counts as a try when it is the fault of the caller: %s', (error) => expect(isUncountedTry(error)).toBe(true));

  it.each([
    ['was counted already', new AppError(401, 'wrong_password', 'Invalid password')],
    ['is no try any more', new AppError(429, 'too_many_tries', 'Too many.')],
    ['is our own fault', new AppError(500, 'internal', 'Something went wrong.')],
    ['is nobody’s fault', new AppError(503, 'away', 'We are away.')],
    ['has no status', new Error('A bug')],
    ['has a status in words', Object.assign(new Error('A bug'), { status: '400' })],
    ['is no error', { status: 400 }],
    ['is nothing', null],
  ])('counts not when it %s', (_why, error) => expect(isUncountedTry(error)).toBe(false));

  it('counts when a field is refused', () => {
    expect(isUncountedTry(Object.assign(new BadRequestException('Password is required.'), { status: 400 }))).toBe(true);
  });
});
