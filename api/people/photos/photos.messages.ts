/** SPEC 5: pictures only, and none over the limit. */
export const PHOTO_REFUSED = 'Please select images under 10MB';
