import type { StaffPage } from './gate-texts.js';

interface StaffPageLink {
  page: StaffPage;
  path: string;
  name: string;
}

/** The staff pages in the order of their navigation. */
export const STAFF_PAGES: readonly StaffPageLink[] = [
  { page: 'admin', path: '/admin', name: 'People' },
  { page: 'admin2', path: '/admin2', name: 'Redirects' },
  { page: 'admin3', path: '/admin3', name: 'Videos' },
  { page: 'admin4', path: '/admin4', name: 'Export' },
];
