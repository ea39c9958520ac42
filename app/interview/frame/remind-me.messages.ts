import { TRY_AGAIN } from '../../shared/http/http-error.js';

/** Texts of the mail that somebody asks for. */
export const REMIND_MESSAGES = {
  open: 'Remind me by mail',
  title: 'Remind me',
  hint: 'We send one mail on the day that you pick, and no other. After Submit none is sent.',
  day: 'Day',
  send: 'Remind me on that day',
  sending: 'One moment...',
  set: (date: string) => `We write to you on ${date}.`,
  forget: 'Do not remind me',
  forgotten: 'You are not reminded.',
  failed: TRY_AGAIN,
};
