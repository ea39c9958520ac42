import { MEDIA_UPLOAD_SCREEN } from '../../../api/contract/interview/next-screen.js';
import { UPLOAD_PATH } from '../../../api/contract/people/public-uploads.js';
import { questionAddress, SIGN_IN_LINK_SENT_URL } from '../../../api/contract/people/resume.js';
import { TRACKED_STEPS, QUESTION_IDS } from '../../../api/contract/interview/steps.js';

/** A screen of the interview, as the page for resuming lists it. */
export interface ResumeStep {
  /** What is talked about on that screen. */
  label: string;
  href: string;
  isExternal: boolean;
}

/**
 * @param stepUrls external addresses by the number of the screen; a screen without one opens its question in the product,
 * for whoever is signed out after the dialog in which they can go on
 */
export function resumeSteps(stepUrls: readonly string[]): ResumeStep[] {
  return TRACKED_STEPS.map(({ number, label }) => {
    if (number === MEDIA_UPLOAD_SCREEN) return { label, href: UPLOAD_PATH, isExternal: false };
    const external = stepUrls[number];
    return { label, href: external ?? questionAddress(questionOnScreen(number)), isExternal: external !== undefined };
  });
}

/** The answer that a screen asks for completes the step after it; the introduction asks for none and leads to the first. */
function questionOnScreen(number: number): number {
  return TRACKED_STEPS[number + 1]?.completedByQuestion ?? QUESTION_IDS[0]!;
}

const [, SENT_QUERY = ''] = SIGN_IN_LINK_SENT_URL.split('?');

/**
 * Source of the script that shows what to do after a sign-in link was mailed in place of the steps, before the page is
 * painted. It stands inline after both; its CSP hash is made from this very text.
 */
export const LINK_SENT_SCRIPT = `if(location.search==='?${SENT_QUERY}'){for(const e of document.querySelectorAll('[data-resume]'))e.hidden=e.dataset.resume!=='sent';document.title='Please check your e-mail'}`;
