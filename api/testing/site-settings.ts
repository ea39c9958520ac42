import { HELP_LINES } from '../contract/common/help-lines.js';
import type { SiteSettings } from '../contract/pages.js';

/** Of a site that is not set up further. */
export const SITE_SETTINGS: SiteSettings = {
  publicUrl: 'http://localhost',
  donateUrl: null,
  documentaryUrl: null,
  chatUrl: null,
  supportPhone: null,
  helpLines: HELP_LINES,
  staffAccounts: false,
  privacy: {
    organisation: { name: 'Stories Association', address: '1 Quiet Street', email: 'us@example.org', termsUrl: null },
    transcriber: null,
    keeping: { unsubmitted: 12, answers: 36, publicUploads: 36, audit: 36 },
  },
};
