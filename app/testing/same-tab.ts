import { act } from '@testing-library/react';

/** A link to the page that is open already, opened in its tab, as by pasting it: only the fragment of the address changes. */
export const openInSameTab = (fragment: string) =>
  act(async () => {
    const { promise: isFollowed, resolve } = Promise.withResolvers<unknown>();
    addEventListener('hashchange', resolve, { once: true });
    location.hash = fragment;
    await isFollowed;
  });
