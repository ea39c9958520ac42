import { MEDIA_UPLOAD_SCREEN } from '../../../api/contract/next-screen.js';
import { SIGN_IN_LINK_SENT_URL } from '../../../api/contract/resume.js';
import { INTERVIEW_STEPS } from '../../../api/contract/steps.js';

/** A screen of the interview, as the page for resuming lists it. */
export interface ResumeStep {
  /** What is talked about on that screen. */
  label: string;
  href: string;
  isExternal: boolean;
}

/**
 * Opens the interview in the product: whoever is signed in finds it at `/` whatever the fragment says, for everybody
 * else the fragment opens the dialog in which they can go on. So one prerendered link serves both.
 */
const IN_THE_PRODUCT = '/#resume';

/** @param stepUrls external addresses by the number of the screen; a screen without one opens in the product */
export function resumeSteps(stepUrls: readonly string[]): ResumeStep[] {
  return INTERVIEW_STEPS.map(({ number, label }) => {
    if (number === MEDIA_UPLOAD_SCREEN) return { label, href: '/upload', isExternal: false };
    const external = stepUrls[number];
    return { label, href: external ?? IN_THE_PRODUCT, isExternal: external !== undefined };
  });
}

const [, SENT_QUERY = ''] = SIGN_IN_LINK_SENT_URL.split('?');

/**
 * Source of the script that shows what to do after a sign-in link was mailed in place of the steps, before the page is
 * painted. It stands inline after both; its CSP hash is made from this very text.
 */
export const LINK_SENT_SCRIPT = `if(location.search==='?${SENT_QUERY}'){for(const e of document.querySelectorAll('[data-resume]'))e.hidden=e.dataset.resume!=='sent';document.title='Please check your e-mail'}`;
