export const STAFF_CHANGES_API = '/api/admin/audit/changes';

/** Of what the lists of the staff side show. */
export interface StaffChanges {
  /** Another number: something has changed, whoever did it. */
  last: number;
}
