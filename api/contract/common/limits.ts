/**
 * Every size, count, age and rate that people meet and the server holds to; what one file alone needs for its work stands in
 * it. Sizes in bytes, times in milliseconds unless named otherwise.
 * What only screens count by is in `screen-numbers.ts`.
 */

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const PHOTO_MAX_BYTES = 10 * MiB;
/** Of one person, and once more of those who help them; the list shows a small picture of each. */
export const PHOTOS_MAX = 300;
export const VIDEO_MAX_BYTES = 500 * MiB;
/** Of a video that is made playable. */
export const VIDEO_MAX_MS = 6 * hour;
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

/** Recordings of one participant that are sent while they are recorded. */
export const RECORDING_DRAFTS_MAX = 3;
/** Chunks of one of them: one a second, one more for each that is as large as may be, and so many after a line that was lost. */
export const DRAFT_CHUNKS_AHEAD = 60;
/** One that has grown within this time is being recorded somewhere. */
export const RECORDING_DRAFT_ACTIVE_MS = 20_000;
/** One that has grown within this time, and not just now, may be paused there. */
export const RECORDING_DRAFT_PAUSE_MS = 15 * 60_000;

/** Of one question, the answer among them: those that are kept until Submit. */
export const QUESTION_RECORDINGS_MAX = 10;

/** In one request, which together have at most as many bytes as one video. */
export const PUBLIC_UPLOAD_MAX_FILES = 50;
/** Enough for the largest pictures of today's cameras; they are kept as they come. */
export const PUBLIC_IMAGE_MAX_BYTES = 30 * MiB;
/** What anyone may send in a day (UTC) for one e-mail, and from one network address. */
export const PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY = 5 * GiB;
export const PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY = 10 * GiB;
/**
 * What one participant may begin to send in a day (UTC), or all who have only registered at one network address: a family
 * records every answer at its longest, several times. What comes in chunks counts for one chunk at least.
 */
export const PARTICIPANT_UPLOAD_BYTES_PER_DAY = 30 * GiB;
/** What a recording that is sent while it is made counts for there. Most are shorter: a whole group at one place records. */
export const RECORDING_QUOTA_BYTES = 64 * MiB;
/** Uploads in chunks that one network address may have open. */
export const PUBLIC_UPLOAD_MAX_OPEN = 20;
/** Strangers leave this much of the disk to everything else: on the public page, and who has only registered. */
export const PUBLIC_UPLOAD_FREE_SPACE_BYTES = 2 * GiB;

/** Recordings that together are one answer. */
export const ANSWER_PIECES_MAX = 40;
/** So long a person waits for the proof that a recording plays; then it goes on without them. */
export const RECORDING_PROOF_ANSWER_MS = 3_000;
/** Proofs for which somebody waits. */
export const RECORDING_PROOFS_AT_ONCE = 2;
/** Of an answer in words. */
export const WRITTEN_ANSWER_MAX_LENGTH = 20_000;
/** Of two answers that became one, with a blank line between them. */
export const JOINED_ANSWERS_MAX_LENGTH = 2 * WRITTEN_ANSWER_MAX_LENGTH + 2;
/** Pieces that change soon after one another are joined once. */
export const ANSWER_JOIN_AFTER_MS = 5_000;

/** Some minutes of somebody reading. */
export const CONSENT_SOUND_MAX_BYTES = 8 * MiB;

export const WISHES_MAX_LENGTH = 4_000;
/** An e-mail, a telephone number or where somebody lives. */
export const CONTACT_MAX_LENGTH = 300;

export const RELEASE_WORDS_MAX_LENGTH = 2_000;
/** Sentences and stretches that one wish for changes names. */
export const RELEASE_MARKS_MAX = 50;
/** How far ahead a release may be limited. */
export const RELEASE_LIMIT_MAX_MS = 50 * 365 * day;
export const PAPER_SCAN_MAX_BYTES = 20 * MiB;

export const NAME_MAX_LENGTH = 100;
export const EMAIL_MAX_LENGTH = 254;
export const HANDLE_MAX_LENGTH = 100;
export const TITLE_MAX_LENGTH = 300;
export const DESCRIPTION_MAX_LENGTH = 2_000;
/** Of a sentence that stands for a video. */
export const SENTENCE_MAX_LENGTH = 240;
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
/** Of the picture of a video that its host gives. */
export const HOST_PICTURE_MAX_BYTES = 10 * MiB;
export const FILE_NAME_MAX_LENGTH = 255;
/** What every browser and server takes. */
export const REDIRECT_URL_MAX_LENGTH = 2_048;
export const VIDEO_ADDRESS_MAX_LENGTH = 2_048;

export const SNIPPET_CONTEXT = 100;
export const GALLERY_PAGE_SIZE = 48;
/** So many people the landing page shows, the newest ones. */
export const LANDING_VOICES = 5;
/** Of so many other people the page of a story knows. */
export const STORY_VOICES = 6;
/** People who are heard on one question, the newest: an approval writes their page anew. */
export const LISTEN_VOICES_MAX = 48;
export const SHOWCASE_QUERY_MAX_LENGTH = 200;
/** Of finished videos on a page of a staff list. */
export const SHOWCASE_PAGE_SIZE_MAX = 48;
export const SEARCH_SHARD_SIZE = 250;
/** While the newest shard is not full it stands in parts: an approval makes one of them anew. */
export const SEARCH_SHARD_PART_SIZE = 50;
/** Characters either side of the match in a row of the API: more than the snippet, which shows that there is more. */
export const SEARCH_ROW_CONTEXT = SNIPPET_CONTEXT + 20;
export const SEARCH_PAGE_SIZE = 50;
/** Parts of the index that are no longer listed stay for whoever has read the list before: well over its age there. */
export const STALE_SHARDS_KEPT_MS = 5 * minute;
/** Each may be megabytes. */
export const STALE_SHARDS_KEPT = 60;

export const PARTICIPANT_SESSION_IDLE_MS = 30 * day;
export const PARTICIPANT_SESSION_ABSOLUTE_MS = 90 * day;
export const DEVICE_TOKEN_MAX_AGE_MS = 90 * day;
export const SIGN_IN_LINK_MAX_AGE_MS = hour;
/** To one e-mail: so many mails may follow at once, each further one only after this time. */
export const SIGN_IN_MAILS_AT_ONCE = 2;
export const SIGN_IN_MAIL_INTERVAL_MS = 10 * minute;
/** In all, within this time; no link is known for longer. */
export const SIGN_IN_MAILS_MAX = 5;
export const SIGN_IN_MAIL_WINDOW_MS = day;
/** How long the link to another e-mail works, and how many of them are mailed meanwhile. */
export const EMAIL_CHANGE_MAX_AGE_MS = day;
export const EMAIL_CHANGES_PER_DAY = 5;
/** Of one person in a day, each with a receipt or an entry that stays. What somebody takes back is never counted. */
export const OWN_CHANGES_PER_DAY = 100;
export const OWN_CHANGES_WINDOW_MS = day;
/** One mail in so long names every recording of somebody that turned out not to be whole. */
export const FLAWED_RECORDINGS_MAIL_MS = day;
/** A parent or guardian has so long to answer. */
export const GUARDIAN_LINK_MAX_AGE_MS = 30 * day;
/** In all, for one participant: to another address, or again. */
export const GUARDIAN_MAILS_MAX = 5;
/** To one mailbox, whoever has them sent. */
export const GUARDIAN_MAILS_PER_MAILBOX = 5;
export const GUARDIAN_MAIL_WINDOW_MS = day;
/** A mailed link to one finished cut. */
export const RELEASE_LINK_MAX_AGE_MS = 30 * day;
/** Reminders of a cut go by themselves, so many days after the mail before. */
export const RELEASE_REMINDER_DAYS = [7, 14] as const;
/** How many mails ask about one cut: the first, and the reminders. */
export const RELEASE_MAILS_MAX = 1 + RELEASE_REMINDER_DAYS.length;
/** How far ahead somebody can be reminded. */
export const REMINDER_LATEST_MS = 366 * day;
/** What could not be mailed for so long is not mailed any more. */
export const REMINDER_GIVEN_UP_AFTER_MS = 7 * day;
/** A recording that only a device holds has waited so long when a mail leads back to it. */
export const HELD_DRAFT_WAITS_MS = day;
/** Of one participant, as far back as it is noted. */
export const HELD_DRAFTS_MAX = 50;
/** How long the link of somebody who helps works. */
export const HELPER_LINK_MAX_AGE_MS = 14 * day;
/** Of one participant, at the same time. */
export const HELPER_LINKS_MAX = 5;
export const HELPER_NAME_MAX_LENGTH = 40;
/** What one helper may add. */
export const HELPED_THINGS_MAX = 100;
export const STAFF_SESSION_IDLE_MS = 30 * minute;
export const STAFF_SESSION_ABSOLUTE_MS = 8 * hour;
export const STAFF_WRONG_TRIES = 5;
/** Of all browsers together in which nobody has signed in before. */
export const STAFF_WRONG_TRIES_OF_ALL = 100;
export const STAFF_WRONG_TRIES_WINDOW_MS = 15 * minute;
/** A browser in which staff signed in is known for so long, and its wrong tries are counted by themselves. */
export const STAFF_BROWSER_KNOWN_MS = 180 * day;
/** A link that signs a producer in. */
export const STAFF_LINK_MAX_AGE_MS = 15 * minute;
/** By which an address may ask for links and sign in: many producers may work behind one. */
export const STAFF_SIGN_IN_CALLS_PER_HOUR = 120;
/** What WebAuthn is asked of a browser has to be answered within this time. */
export const PASSKEY_CHALLENGE_MAX_AGE_MS = 5 * minute;
/** Of one producer. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_LABEL_MAX_LENGTH = 60;
/** Calls of a route by one network address count for so long; the networks around it may call a few times as often. */
export const CALL_WINDOW_MS = hour;
/** Where nothing else is said: enough for a clinic behind one router, too few to try out a list of e-mails. */
export const CALLS_PER_HOUR = 30;
/** It tells whether an e-mail is registered: no more than where nothing else is said. */
export const REGISTRATION_CALLS_PER_HOUR = 30;
/** Of searches whose answer is whole stories; the pages of the product ask for rows. */
export const STORY_SEARCH_CALLS_PER_HOUR = 120;
/** One person alone comes there once for each step. */
export const SAVE_PROGRESS_CALLS_PER_HOUR = 240;
/** Somebody may send every file by itself; what they may send in all is a matter of the quota. */
export const PUBLIC_UPLOAD_CALLS_PER_HOUR = 200;
export const AUDIT_PAGE_SIZE = 100;
export const OLD_ASSETS_KEPT_MS = 7 * day;
/** Of mails that are written into a folder in place of being sent. */
export const OUTBOX_MAX_AGE_MS = 7 * day;
/** Of a place where stories stand outside of this server. */
export const PLACE_NAME_MAX_LENGTH = 100;
export const PLACE_ADDRESS_MAX_LENGTH = 500;
/** What staff note of a removal there. */
export const REMOVAL_NOTE_MAX_LENGTH = 500;
