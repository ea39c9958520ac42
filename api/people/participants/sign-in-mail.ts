import { composeMail, type Mail } from '../../platform/mail/mail.js';

/** The mail with a sign-in link. It carries nothing that another person may have typed, such as a name. */
export function signInMail(email: string, url: string): Mail {
  return composeMail(email, 'Continue your story', [
    'Hello,',
    'Here is the link with which you can continue your story. It opens a page with a button: press it, and you are signed in.',
    { label: 'Continue my story', url },
    'The link works once, within one hour. You can ask for a new one whenever you like, and take as many breaks as you need.',
    'If you did not ask for this, you need not do anything. Nobody is signed in without this link.',
    'The team of ME/CFS stories',
  ]);
}
