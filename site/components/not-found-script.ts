import { STORY_ADDRESS } from '../../api/contract/stories/story-slug.js';

/**
 * Source of the script that turns the one page for unknown addresses into the one for unknown stories, before it
 * is painted. It stands inline in that page, after both of its texts; its CSP hash is made from this very text.
 */
export const NOT_FOUND_SCRIPT = `if(/${STORY_ADDRESS.source}/.test(location.pathname)){for(const e of document.querySelectorAll('[data-not-found]'))e.hidden=e.dataset.notFound!=='story';document.title='Story Not Found'}`;
