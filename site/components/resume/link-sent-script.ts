import { SIGN_IN_LINK_SENT_URL } from '../../../api/contract/resume.js';

const [, SENT_QUERY = ''] = SIGN_IN_LINK_SENT_URL.split('?');

/**
 * Source of the script that shows what to do after a sign-in link was mailed in place of the steps, before the page is
 * painted. It stands inline after both; its CSP hash is made from this very text.
 */
export const LINK_SENT_SCRIPT = `if(location.search==='?${SENT_QUERY}'){for(const e of document.querySelectorAll('[data-resume]'))e.hidden=e.dataset.resume!=='sent';document.title='Please check your e-mail'}`;
