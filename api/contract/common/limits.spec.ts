import * as limits from './limits.js';
import * as numbers from './screen-numbers.js';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Written out, where the files themselves reckon: what people are told, and what clients of the API count on. */
describe('the limits', () => {
  it('of sizes are those that people read', () => {
    expect(limits.PHOTO_MAX_BYTES / MB).toBe(10);
    expect(limits.VIDEO_MAX_BYTES / MB).toBe(500);
    expect(limits.PUBLIC_IMAGE_MAX_BYTES / MB).toBe(30);
    expect(limits.TRANSCRIPT_FILE_MAX_BYTES / MB).toBe(2);
    expect(limits.CHUNKED_UPLOAD_OVER_BYTES / MB).toBe(29);
    expect(limits.UPLOAD_CHUNK_BYTES).toBe(5_242_880);
  });

  it('of what anyone may send leave room for those whose stories these are', () => {
    expect(limits.PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY / MB).toBe(5 * 1024);
    expect(limits.PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY / MB).toBe(10 * 1024);
    expect(limits.PUBLIC_UPLOAD_FREE_SPACE_BYTES / MB).toBe(2 * 1024);
    expect(limits.FREE_SPACE_BYTES / MB).toBe(256);
    expect(limits.RECORDING_ROOM_BYTES / MB).toBe(200);
  });

  it('of sessions and links are as promised', () => {
    expect(limits.PARTICIPANT_SESSION_IDLE_MS).toBe(30 * DAY);
    expect(limits.PARTICIPANT_SESSION_ABSOLUTE_MS).toBe(90 * DAY);
    expect(limits.DEVICE_TOKEN_MAX_AGE_MS).toBe(90 * DAY);
    expect(limits.SIGN_IN_LINK_MAX_AGE_MS).toBe(HOUR);
    expect(limits.SIGN_IN_MAIL_INTERVAL_MS).toBe(10 * MINUTE);
    expect(limits.STAFF_SESSION_IDLE_MS).toBe(30 * MINUTE);
    expect(limits.STAFF_SESSION_ABSOLUTE_MS).toBe(8 * HOUR);
    expect(limits.STAFF_WRONG_TRIES_WINDOW_MS).toBe(15 * MINUTE);
    expect(limits.STAFF_BROWSER_KNOWN_MS).toBe(180 * DAY);
    expect(limits.CALL_WINDOW_MS).toBe(HOUR);
    expect(limits.GUARDIAN_LINK_MAX_AGE_MS).toBe(30 * DAY);
    expect(limits.CALLS_PER_HOUR).toBe(30);
    expect(limits.REGISTRATION_CALLS_PER_HOUR).toBe(30);
    expect(limits.STAFF_WRONG_TRIES).toBe(5);
    expect(limits.STAFF_WRONG_TRIES_OF_ALL).toBe(100);
  });

  it('of mails with a link let as many go at once as in all, at most, and know a link as long as it works', () => {
    expect(limits.SIGN_IN_MAILS_AT_ONCE).toBeLessThanOrEqual(limits.SIGN_IN_MAILS_MAX);
    expect(limits.SIGN_IN_MAIL_WINDOW_MS).toBeGreaterThanOrEqual(limits.SIGN_IN_LINK_MAX_AGE_MS);
  });

  it('of what is kept for a while are as promised', () => {
    expect(limits.UPLOAD_SESSION_MAX_AGE_MS).toBe(DAY);
    expect(limits.UPLOAD_SESSION_ACTIVE_MS).toBe(HOUR);
    expect(limits.OLD_ASSETS_KEPT_MS).toBe(7 * DAY);
    expect(limits.OUTBOX_MAX_AGE_MS).toBe(7 * DAY);
    expect(limits.STALE_SHARDS_KEPT_MS).toBe(5 * MINUTE);
    expect(numbers.LOCAL_DRAFT_MAX_AGE_MS).toBe(90 * DAY);
    expect(numbers.LOCAL_DRAFT_SEEN_STEP_MS).toBe(DAY);
  });

  it('of what others send are those of its field', () => {
    expect(limits.CUE_MAX_SECONDS).toBe(86_400);
    expect(limits.DRAFT_SILENCE_OVER).toBe(0.6);
    expect(limits.DRAFT_UNSURE_UNDER).toBe(-1);
    expect(limits.HOST_ANSWER_MAX_BYTES / 1024).toBe(256);
    expect(limits.TRANSCRIPTION_TIMEOUT_MS).toBe(HOUR);
  });

  it('of a row of the search show more than the snippet', () => {
    expect(limits.SEARCH_ROW_CONTEXT).toBeGreaterThan(limits.SNIPPET_CONTEXT);
  });
});

describe('what screens count by', () => {
  it('are the times of a staff page and of an upload', () => {
    expect(numbers.UPLOAD_TIMEOUT_MS).toBe(30 * MINUTE);
    expect(numbers.STAFF_LOCK_WARNING_MS).toBe(2 * MINUTE);
    expect(numbers.STAFF_PRESENCE_INTERVAL_MS).toBe(MINUTE);
    expect(numbers.SEARCH_SHARDS_MAX_AGE_MS).toBe(MINUTE);
  });

  it('are signs that nothing else can be taken for', () => {
    expect(numbers.BULK_PROGRESS_FAILED).toBeLessThan(0);
    expect(numbers.TOAST_HOTKEY).toBe('F8');
    expect(numbers.SEARCH_WHOLE_FILES_BYTES / MB).toBe(8);
  });
});
