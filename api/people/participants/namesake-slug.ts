/**
 * SQL: the slug `:base` when nobody has it, else with the number after the highest of its namesakes, from `-2` on. Found in
 * the statement that writes it, so that no namesake of the day costs a refused one.
 */
export const NAMESAKE_SLUG = `(
  SELECT CASE WHEN max(number) IS NULL THEN :base::text ELSE :base::text || '-' || (max(number) + 1) END
  FROM (
    SELECT CASE WHEN user_name = :base THEN 1 ELSE substr(user_name, length(:base::text) + 2)::int END AS number
    FROM participant
    WHERE user_name = :base
      OR (user_name LIKE :base::text || '-%' AND substr(user_name, length(:base::text) + 2) ~ '^[0-9]{1,9}$')
  ) AS namesakes)`;

/** Whether a slug is `base`, with a number or without. */
export function isNamesake(slug: string, base: string): boolean {
  return slug.startsWith(base) && /^(-\d{1,9})?$/.test(slug.slice(base.length));
}
