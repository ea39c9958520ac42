/** SQL of when people were seen by the sessions and devices that they still have: `participant_id` and `at`. */
export function seenBySessions(schema = ''): string {
  return `SELECT participant_id, last_seen_at AS at FROM ${schema}participant_session
    UNION ALL SELECT participant_id, last_seen_at FROM ${schema}device_token`;
}

/** SQL of all that is known of when people were there; the last row of a person is their last visit. */
export function visits(schema = ''): string {
  return `SELECT participant_id, at FROM ${schema}participant_visit UNION ALL ${seenBySessions(schema)}`;
}

/**
 * SQL that keeps the last visit of each person, because sessions go after a while.
 * @param seen SQL as above
 */
export function noteVisits(seen: string): string {
  return `INSERT INTO participant_visit AS known (participant_id, at)
    SELECT participant_id, max(at) FROM (${seen}) AS seen GROUP BY participant_id ORDER BY participant_id
    ON CONFLICT (participant_id) DO UPDATE SET at = greatest(known.at, excluded.at)`;
}
