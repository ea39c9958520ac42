const FRAGMENT = /^#photo=([\da-f-]{36})$/;

/** Where one photo is shown alone: a page of the product, as browsers open no data URL in a tab. */
export function photoAddress(photoId: string): string {
  return `/admin#photo=${photoId}`;
}

/** The photo that an address asks for by its fragment, or null. */
export function photoIdIn(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null;
}
