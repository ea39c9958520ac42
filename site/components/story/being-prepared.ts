/** In the place of a video of which nothing may be public yet. */
export const BEING_PREPARED = 'This video is being prepared.';
