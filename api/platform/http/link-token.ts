import { Matches } from 'class-validator';

/** A property of a request that holds the token of a link which opens one thing without signing in. */
export function LinkToken(): PropertyDecorator {
  return Matches(/^[\w-]{43}$/, { message: 'This is no link of ours.' });
}
