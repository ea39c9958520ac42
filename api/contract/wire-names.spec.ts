import { isBeingPrepared, type PreparationState } from './media/preparation.js';
import { SESSION_OWNER_HEADER } from './people/participants.js';
import { PICTURE_SIZES } from './people/photos.js';
import { publicDescriptionField, publicFileField } from './people/public-uploads.js';
import { isStoryOverview, STORY_OVERVIEW_QUESTION_ID, STORY_OVERVIEW_TITLE } from './interview/questions.js';
import { SIGN_IN_LINK_SENT_URL } from './people/resume.js';
import { SIGN_IN_FRAGMENT } from './people/sign-in.js';
import { GRAMS_FILE } from './search/gram-index.js';
import { STAFF_PASSWORD_HEADER } from './staff/staff.js';

/** Clients, mails and bookmarks that are out there hold on to these. */
describe('a name on the wire', () => {
  it('of a file of the public form counts from 0', () => {
    expect([publicFileField(0), publicDescriptionField(12)]).toEqual(['file0', 'description12']);
  });

  it('of an address in a mail stays', () => {
    expect([SIGN_IN_FRAGMENT, SIGN_IN_LINK_SENT_URL]).toEqual(['#signin=', '/resume?sent=1']);
  });

  it('of the headers with the staff password and whose page it is, of a size and of a file of the search stays', () => {
    expect(STAFF_PASSWORD_HEADER).toBe('x-admin-password');
    expect(SESSION_OWNER_HEADER).toBe('Session-Owner');
    expect(PICTURE_SIZES).toEqual(['large', 'medium', 'thumbnail']);
    expect(GRAMS_FILE).toBe('grams-3.bin');
  });

  it.each<[PreparationState, boolean]>([
    ['waiting', true],
    ['working', true],
    ['ready', false],
    ['failed', false],
    ['off', false],
  ])('of a video that is %s says whether there is more to wait for', (state, isPrepared) => {
    expect(isBeingPrepared({ state, problem: null })).toBe(isPrepared);
  });

  it.each([
    [STORY_OVERVIEW_QUESTION_ID, true],
    [null, true],
    [1, false],
  ])('of question %p says whether that is the %s overview', (questionId, isOverview) => {
    expect(isStoryOverview(questionId)).toBe(isOverview);
    expect(STORY_OVERVIEW_TITLE).toBe('Story overview');
  });
});
