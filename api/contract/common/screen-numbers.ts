/**
 * Delays, sizes and lengths that only screens and pages go by, and more than one file; others stand in the file that needs
 * them. Sizes in bytes, times in milliseconds unless named otherwise.
 */

const MiB = 1024 * 1024;
const minute = 60_000;
const day = 24 * 60 * minute;

export const UPLOAD_PROGRESS_CHUNKS_END = 80;
export const UPLOAD_PROGRESS_PROCESSING = 85;
export const UPLOAD_PROGRESS_DONE = 100;
export const BULK_PROGRESS_START = 5;
export const BULK_PROGRESS_FAILED = -1;
export const UPLOAD_TIMEOUT_MS = 30 * minute;

export const RECORDING_COUNTDOWN_SECONDS = 3;
export const RECORDING_TICK_MS = 1_000;
export const RECORDER_TIMESLICE_MS = 1_000;
/** Before a recording it is tried for so long what the browser hands over. */
export const RECORDER_TRIAL_MS = 500;
/** A recorder that hands over nothing for so long, at its start or later, is told of. */
export const RECORDER_FIRST_BYTES_MS = 3_000;
export const RECORDER_STALL_MS = 5_000;
export const REDO_DELAY_MS = 300;
export const ADVANCE_DELAY_MS = 1_000;
/** How long a recording that is used is waited for at its question; then the interview goes on. */
export const SAVING_HOLD_MS = 1_000;
/** Before what the line could not do is tried again. */
export const SAVING_RETRY_MS = 15_000;
export const RECORD_NEW_RESPONSE_DELAY_MS = 1_000;
/** On /save-progress: the one counts from knowing where to go on, the other from opening the page. */
export const SAVE_PROGRESS_REDIRECT_DELAY_MS = 2_000;
export const SAVE_PROGRESS_DIALOG_DELAY_MS = 6_000;
export const PREFETCHED_ANSWERS = 3;
export const RECORDING_WIDTH_PX = 1080;
export const RECORDING_HEIGHT_PX = 1920;

/** Hands-free: a silence that is so long pauses the recording. */
export const HANDS_FREE_SILENCE_MS = 20_000;
/** WebKit empties what pages have stored after so many days of use without a visit to them. */
export const WEBKIT_STORAGE_DAYS = 7;

/** Of recordings in a browser whose owner did not come back to it: as long as it would have known them. */
export const LOCAL_DRAFT_MAX_AGE_MS = 90 * day;
/** Submit asks for so long what this browser keeps: its storage can hang without an error. */
export const LOCAL_DRAFTS_LOOK_MS = 10_000;
/** How closely it is noted when somebody came back to a recording. */
export const LOCAL_DRAFT_SEEN_STEP_MS = day;

/** Of a chosen file that a browser keeps: a larger one would take minutes on a phone, and the room that recordings need. */
export const CHOSEN_FILE_KEPT_MAX_BYTES = 100 * 1024 * 1024;
/** Of all that one page keeps. */
export const CHOSEN_FILES_KEPT_MAX_BYTES = 500 * 1024 * 1024;
/** Of chosen files in a place in the history to which nobody went back. */
export const CHOSEN_FILE_NOBODYS_MAX_AGE_MS = 7 * day;

export const TOAST_DURATION_MS = 5_000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_REPLACE_RECORDING_MS = 3_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';
/** The first tooltip waits; the next one within the second time comes at once. */
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
export const COPY_CONFIRMATION_MS = 2_000;
export const MOBILE_BREAKPOINT_PX = 768;

export const EXCERPT_GALLERY_CARD = 80;
export const EXCERPT_LIST_ROW = 100;
export const EXCERPT_STORY_PAGE = 150;
export const EXCERPT_ADMIN = 200;

export const SEARCH_INDEX_TIMEOUT_MS = 3_000;
export const SEARCH_API_TIMEOUT_MS = 5_000;
/** Where a web server gives no parts of files, so much is read in whole ones. */
export const SEARCH_WHOLE_FILES_BYTES = 8 * MiB;
export const SEARCH_SHARDS_MAX_AGE_MS = minute;

/** Before an open staff page locks itself, it says so. */
export const STAFF_LOCK_WARNING_MS = 2 * minute;
/** At most so often a staff page tells the server that somebody is at work on it. */
export const STAFF_PRESENCE_INTERVAL_MS = minute;
/** Rows of a staff list that are shown at a time: of a table, of finished videos, and of either on a phone. */
export const ADMIN_TABLE_PAGE_SIZE = 50;
export const ADMIN_VIDEOS_PAGE_SIZE = 24;
export const ADMIN_CARDS_PAGE_SIZE = 10;
export const ADMIN_PHOTO_TIMEOUT_MS = 10_000;
export const ADMIN_PHOTO_RETRIES = 3;
export const ADMIN_PHOTO_RETRY_MAX_DELAY_MS = 30_000;
/** Between two looks at a video that is being prepared, or at its transcript; nothing is looked at when nothing is. */
export const PREPARATION_REFRESH_MS = 10_000;
/** Between two looks at what the same person does in another tab or on another device, while the page is in sight. */
export const INTERVIEW_FOLLOW_MS = 20_000;
/** How long nothing is typed before an answer in words is sent, and before it is sent again. */
export const WORDS_SAVE_AFTER_MS = 1_000;
export const WORDS_RETRY_MS = 15_000;
/** Only the advertised number of photos and videos; fewer are accepted. */
export const ADVISED_MEDIA_COUNT = 8;
