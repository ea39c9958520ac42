import { MEDIA_UPLOAD_SCREEN } from '../../../api/contract/next-screen.js';
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
