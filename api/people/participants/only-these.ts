/** Which of a person's things are meant; all of them where nothing is said. */
export interface OnlyThese {
  id?: string;
  /** What came later stays. */
  until?: Date;
  /** These stay, too. */
  except?: readonly string[];
}
