import type { MiddlewareHandler } from 'astro';
import { galleries, stories } from './stories.js';

const settings = {
  publicUrl: 'http://localhost:3000',
  donateUrl: null,
  documentaryUrl: null,
  chatUrl: null,
  supportPhone: null,
  helpLines: [],
  staffAccounts: false,
  privacy: {
    organisation: { name: '', address: '', email: '', termsUrl: null },
    transcriber: null,
    keeping: { unsubmitted: 12, answers: 36, publicUploads: 36, audit: 36 },
  },
};

/** Tells each page what publishing would. */
export const onRequest: MiddlewareHandler = ({ locals, params }, next) => {
  const story = stories.get(params.userName ?? '');
  const gallery = galleries[Number(params.number ?? 1) - 1];
  if (story)
    locals.payload = { page: 'story', sharePicture: '/share.png', story, voices: [], isUnlisted: false, heardIds: [] };
  else if (gallery) locals.payload = { page: 'gallery', gallery, questions: [], heardIds: [] };
  locals.settings = settings;
  return next();
};
