/** How long things are kept, in months; settings of the server. */
export interface KeepingPeriods {
  /** Of a person who has begun, or reopened, and not submitted since, after their last sign of life. */
  unsubmitted: number;
  /** Of recorded and written answers, after the story was published. */
  answers: number;
  /** Of what came through the upload page. */
  publicUploads: number;
  /** Of what staff did. */
  audit: number;
}

export type DueKind = 'unsubmitted' | 'answers' | 'public_upload';

/** Something whose time is nearly over, or over. */
export interface DueRemoval {
  id: string;
  kind: DueKind;
  /** Null of what came through the upload page under an e-mail that nobody registered. */
  person: { id: string; name: string } | null;
  email: string;
  /** The last sign of life, ISO 8601 as all times here. */
  activeAt: string;
  /** When a mail to the person was sent; null while none has been. */
  mailedAt: string | null;
  /**
   * Whether that mail counts: none does to an e-mail that producers typed, before a link that was mailed there is used, nor to
   * another than the person has.
   */
  isTold: boolean;
  /**
   * Since when staff can see the day of its removal; null while the person has still time. Where they were not told, it goes
   * only once staff allow it.
   */
  listedAt: string | null;
  /** Not removed before. */
  notBefore: string;
  kept: { by: string | null; until: string } | null;
}

/** GET /api/admin/keeping */
export interface Keeping {
  periods: KeepingPeriods;
  due: DueRemoval[];
  /** `stopped`: how many steps wait until staff allow them: unusually many, or of people who could not be told. */
  lastNight: { at: string; removed: number; stopped: number | null } | null;
}

/** Before the end of its time a person is told so long ahead. */
export const KEEPING_NOTICE_DAYS = 30;
/** Staff see what goes for so long before it goes. */
export const KEEPING_LISTED_DAYS = 7;
