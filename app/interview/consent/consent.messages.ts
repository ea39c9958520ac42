import type { KeptAlone } from '../../../api/contract/consent/consent.js';
import { TRY_AGAIN } from '../../shared/http/http-error.js';

/** Texts around what is agreed to; the words that are agreed to stand in the contract, and have versions. */
export const CONSENT_MESSAGES = {
  loadFailed: 'We could not look up what you agreed to. Please try again.',
  listen: 'You can also have it read aloud.',
  happens: 'What happens',
  happensNot: 'What does not happen',
  yes: 'Yes, I agree. I am 18 or older',
  saying: 'One moment...',
  under18: 'I am under 18',
  readFirst: 'Read the questions first',
  no: 'No, do not record me',
  failed: TRY_AGAIN,

  given: { heading: 'You said yes', hint: 'You can record, add photos and write. You can take it back at any time.' },
  withdraw: 'Take it back',
  withdrawNamed: (heading: string) => ` (${heading})`,
  goOn: 'Go on with my story',
  refused: {
    heading: 'You said no',
    hint: 'Nothing new is kept. What is there stays until you take it back on “My story”.',
  },
  alone: {
    words: { yes: 'Yes, keep what I write', no: 'Do not keep what I write any more', goOn: 'Go on in words' },
    photos: { yes: 'Yes, keep my photos', no: 'Do not keep photos any more', goOn: 'Go on with my story' },
  } satisfies Record<KeptAlone, object>,
  withoutPhotos: 'Go on without photos',

  guardianAsked: (address: string) => ({
    heading: 'We have asked',
    hint: `We wrote to ${address}. Nothing can be recorded before they say yes. You can close this page.`,
  }),
  guardianAgreed: { title: 'Your parent or guardian said yes' },
  guardianUnknown: {
    heading: 'A parent or guardian decides',
    hint: 'We need their e-mail, to ask them. Nothing can be recorded before they say yes.',
    action: 'Ask a parent or guardian',
  },
  guardianRefused: {
    heading: 'Your parent or guardian said no',
    hint: 'So nothing can be recorded. You can ask us; the link below says where.',
  },

  guardianTitle: 'Ask a parent or guardian',
  guardianHint: 'They get a mail with what happens, and say yes or no. We do not tell them your name.',
  guardianEmail: 'Their e-mail',
  guardianEmailInvalid: 'Please check this e-mail: it should look like name@example.com.',
  guardianSend: 'Send the mail',
  guardianSending: 'Sending...',
  anotherGuardian: 'Ask at another e-mail',
  back: 'Back',

  transcriptionYes: 'Yes, it may',
  transcriptionNo: 'No, thank you',

  gate: 'Before you record, we ask you something.',
  gateGuardianAsked: 'We have asked your parent or guardian. You can record once they have said yes.',
  gateLook: 'What happens with it',
};
