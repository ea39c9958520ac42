/** What the product is, for people and for search engines, in one sentence. */
export const SITE_DESCRIPTION = 'People living with ME/CFS tell their own stories: watch, read and search them.';
