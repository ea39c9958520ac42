/**
 * Source of the script that turns the one page for unknown addresses into the one for unknown stories, before it
 * is painted. A page of the archive is no story. It stands inline in that page, after both of its texts; its CSP hash is made from this very text.
 */
export const NOT_FOUND_SCRIPT = `if(/^\\/stories\\/(?!page\\/)/.test(location.pathname)){for(const e of document.querySelectorAll('[data-not-found]'))e.hidden=e.dataset.notFound!=='story';document.title='Story Not Found'}`;
