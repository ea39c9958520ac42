/** Every size, count, delay and excerpt length of the product. Sizes in bytes, times in milliseconds unless named otherwise. */

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const PHOTO_MAX_BYTES = 10 * MiB;
export const VIDEO_MAX_BYTES = 500 * MiB;
export const PHOTO_MAX_PIXELS = 100_000_000;
/** Of a picture in the HEIC format: it is decoded whole in memory, and telephones make up to 49 megapixels. */
export const HEIC_MAX_PIXELS = 50_000_000;
/** The longer edge of each size in which a picture is shown. */
export const PHOTO_LARGE_EDGE_PX = 1600;
export const PHOTO_MEDIUM_EDGE_PX = 960;
export const PHOTO_THUMBNAIL_EDGE_PX = 480;

/** Also the smallest part that S3 accepts in a multipart upload. */
export const UPLOAD_CHUNK_BYTES = 5_242_880;
export const CHUNKED_UPLOAD_OVER_BYTES = 29 * MiB;
export const UPLOAD_PROGRESS_CHUNKS_END = 80;
export const UPLOAD_PROGRESS_PROCESSING = 85;
export const UPLOAD_PROGRESS_DONE = 100;
export const BULK_PROGRESS_START = 5;
export const BULK_PROGRESS_FAILED = -1;
export const UPLOAD_TIMEOUT_MS = 30 * minute;
/** Since the last chunk of an upload, or its start. */
export const UPLOAD_SESSION_MAX_AGE_MS = day;
/** So long after its start or a chunk, room is kept for the rest of an upload. */
export const UPLOAD_SESSION_ACTIVE_MS = hour;
/** Of one participant's unfinished uploads, the newest for which room is kept. */
export const PARTICIPANT_UPLOADS_WITH_ROOM = 2;
/** Uploads leave this much of the disk to everything else, such as the database. */
export const FREE_SPACE_BYTES = 256 * MiB;
/** What is taken for the size of a recording that is about to be made. */
export const RECORDING_ROOM_BYTES = 200 * MiB;

/** In one request, which together have at most as many bytes as one video. */
export const PUBLIC_UPLOAD_MAX_FILES = 50;
/** Enough for the largest pictures of today's cameras; they are kept as they come. */
export const PUBLIC_IMAGE_MAX_BYTES = 30 * MiB;
/** What anyone may send in a day (UTC) for one e-mail, and from one address. */
export const PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY = 5 * GiB;
export const PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY = 10 * GiB;
/** Uploads in chunks that one address may have open. */
export const PUBLIC_UPLOAD_MAX_OPEN = 20;
/** Public uploads leave this much of the disk to everything else. */
export const PUBLIC_UPLOAD_FREE_SPACE_BYTES = 2 * GiB;

export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 254;
export const HANDLE_MAX_LENGTH = 100;
export const TITLE_MAX_LENGTH = 300;
export const DESCRIPTION_MAX_LENGTH = 2_000;
export const TRANSCRIPT_MAX_LENGTH = 200_000;
/** As it arrives: a `.vtt` or `.srt` file is longer than the words in it. */
export const TRANSCRIPT_SOURCE_MAX_LENGTH = 500_000;
export const TRANSCRIPT_FILE_MAX_BYTES = 2 * MiB;
export const CUES_MAX = 5_000;
export const CUE_TEXT_MAX_LENGTH = 2_000;
export const CUE_MAX_SECONDS = 24 * 3600;
/** Of an automatic transcript: above the one nobody may be speaking, below the other the words are doubtful. */
export const DRAFT_SILENCE_OVER = 0.6;
export const DRAFT_UNSURE_UNDER = -1;
export const TRANSCRIPTION_TIMEOUT_MS = hour;
/** Of one answer of a video host: its words, and how long it may take. */
export const HOST_ANSWER_MAX_BYTES = 256 * 1024;
export const HOST_TIMEOUT_MS = 10_000;
export const FILE_NAME_MAX_LENGTH = 255;
/** What every browser and server takes. */
export const REDIRECT_URL_MAX_LENGTH = 2_048;
export const VIDEO_ADDRESS_MAX_LENGTH = 2_048;

export const RECORDING_COUNTDOWN_SECONDS = 3;
export const RECORDING_TICK_MS = 1_000;
export const RECORDER_TIMESLICE_MS = 1_000;
export const REDO_DELAY_MS = 300;
export const ADVANCE_DELAY_MS = 1_000;
export const RECORD_NEW_RESPONSE_DELAY_MS = 1_000;
/** On /save-progress: the one counts from knowing where to go on, the other from opening the page. */
export const SAVE_PROGRESS_REDIRECT_DELAY_MS = 2_000;
export const SAVE_PROGRESS_DIALOG_DELAY_MS = 6_000;
export const PREFETCHED_ANSWERS = 3;
export const RECORDING_WIDTH_PX = 1080;
export const RECORDING_HEIGHT_PX = 1920;

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
export const SNIPPET_CONTEXT = 100;
export const GALLERY_PAGE_SIZE = 48;
export const SHOWCASE_QUERY_MAX_LENGTH = 200;
export const SEARCH_SHARD_SIZE = 250;
/** Characters either side of the match in a row of the API: more than the snippet, which shows that there is more. */
export const SEARCH_ROW_CONTEXT = SNIPPET_CONTEXT + 20;
export const SEARCH_PAGE_SIZE = 50;
export const SEARCH_INDEX_TIMEOUT_MS = 3_000;
export const SEARCH_API_TIMEOUT_MS = 5_000;
export const SEARCH_TRANSCRIPTS_TIMEOUT_MS = 30_000;
/** Without the API, so much is read through unasked; more only at the press of a button. */
export const SEARCH_TRANSCRIPTS_UNASKED_BYTES = 8 * MiB;
export const SEARCH_SHARDS_MAX_AGE_MS = minute;
/** Parts of the index that are no longer listed stay for whoever has read the list before: well over its age there. */
export const STALE_SHARDS_KEPT_MS = 5 * minute;
/** Each may be megabytes. */
export const STALE_SHARDS_KEPT = 60;

export const PARTICIPANT_SESSION_IDLE_MS = 30 * day;
export const PARTICIPANT_SESSION_ABSOLUTE_MS = 90 * day;
export const DEVICE_TOKEN_MAX_AGE_MS = 90 * day;
/** Of recordings in a browser whose owner did not come back to it: as long as it would have known them. */
export const LOCAL_DRAFT_MAX_AGE_MS = 90 * day;
/** How closely it is noted when somebody came back to a recording. */
export const LOCAL_DRAFT_SEEN_STEP_MS = day;
export const SIGN_IN_LINK_MAX_AGE_MS = hour;
/** To one address: the second mail may follow at once, each further one only after this time. */
export const SIGN_IN_MAIL_INTERVAL_MS = 10 * minute;
export const SIGN_IN_MAILS_PER_DAY = 5;
export const STAFF_SESSION_IDLE_MS = 30 * minute;
export const STAFF_SESSION_ABSOLUTE_MS = 8 * hour;
export const STAFF_WRONG_TRIES = 5;
/** Of all browsers together in which nobody has signed in before. */
export const STAFF_WRONG_TRIES_OF_ALL = 100;
export const STAFF_WRONG_TRIES_WINDOW_MS = 15 * minute;
/** A browser in which staff signed in is known for so long, and its wrong tries are counted by themselves. */
export const STAFF_BROWSER_KNOWN_MS = 180 * day;
/** Before an open staff page locks itself, it says so. */
export const STAFF_LOCK_WARNING_MS = 2 * minute;
/** At most so often a staff page tells the server that somebody is at work on it. */
export const STAFF_PRESENCE_INTERVAL_MS = minute;
/** How often one address may call a route in an hour; the networks around it a few times as often. */
export const CALL_WINDOW_MS = hour;
/** Where nothing else is said: enough for a clinic behind one router, too few to try out a list of e-mails. */
export const CALLS_PER_HOUR = 30;
/** One person alone comes there once for each step. */
export const SAVE_PROGRESS_CALLS_PER_HOUR = 240;
/** Somebody may send every file by itself; what they may send in all is a matter of the quota. */
export const PUBLIC_UPLOAD_CALLS_PER_HOUR = 200;
export const AUDIT_PAGE_SIZE = 100;
/** Rows of a table on /admin that are shown at a time. */
export const ADMIN_TABLE_PAGE_SIZE = 50;
export const ADMIN_PHOTO_TIMEOUT_MS = 10_000;
export const ADMIN_PHOTO_RETRIES = 3;
export const ADMIN_PHOTO_RETRY_MAX_DELAY_MS = 30_000;
export const OLD_ASSETS_KEPT_MS = 7 * day;
/** Of mails that are written into a folder in place of being sent. */
export const OUTBOX_MAX_AGE_MS = 7 * day;

/** Between two looks at a video that is being prepared, or at its transcript; nothing is looked at when nothing is. */
export const PREPARATION_REFRESH_MS = 10_000;

/** Only the advertised number of photos and videos; fewer are accepted. */
export const ADVISED_MEDIA_COUNT = 8;
