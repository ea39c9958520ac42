import type { ToastOptions } from '../shared/ui/toast-store.js';
import { WRONG_PASSWORD } from '../../api/contract/wordings.js';

/** What one staff page says and offers at its gate. */
export interface GateTexts {
  /** Above the password field. */
  title: string;
  /** The page's own name, once it is open. */
  heading: string;
  wrongPassword: Pick<ToastOptions, 'title' | 'description'>;
  granted: Pick<ToastOptions, 'title' | 'description'>;
  /** Offers to show and hide the password while it is typed. */
  canShowPassword: boolean;
}

/** One row per staff page: the gate is the same, its words are the page's own (SPEC 5). */
export const GATE_TEXTS = {
  admin: {
    title: 'Admin Access',
    heading: 'Admin Dashboard',
    wrongPassword: { title: 'Access denied', description: WRONG_PASSWORD },
    granted: { title: 'Access granted' },
    canShowPassword: false,
  },
  admin2: {
    title: 'Admin Dashboard 2',
    heading: 'Redirect Management Dashboard',
    wrongPassword: { title: 'Incorrect password' },
    granted: { title: 'Access granted' },
    canShowPassword: true,
  },
  admin3: {
    title: 'Admin3 Panel',
    heading: 'Showcase Videos',
    wrongPassword: { title: 'Access Denied', description: 'Incorrect password' },
    granted: { title: 'Access Granted', description: 'Welcome to Admin3 Panel' },
    canShowPassword: false,
  },
  admin4: {
    title: 'Admin4 Panel',
    heading: 'Story Data Export',
    wrongPassword: { title: 'Access Denied', description: 'Incorrect password' },
    granted: { title: 'Access Granted', description: 'Welcome to Admin4 Panel - Story Data Export' },
    canShowPassword: false,
  },
} satisfies Record<string, GateTexts>;

export type StaffPage = keyof typeof GATE_TEXTS;
