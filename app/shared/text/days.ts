/** The first moment of a day ("2026-03-04") where the person is, ISO 8601. */
export function startOfDay(day: string): string {
  return beginningOf(day).toISOString();
}

/** The first moment after it. */
export function endOfDay(day: string): string {
  const next = beginningOf(day);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** A date field takes years of six digits, and dates are written with four: what is later than all of them is the last. */
const LAST_YEAR = 9998;

function beginningOf(day: string): Date {
  const isLater = Number.parseInt(day, 10) > LAST_YEAR;
  return new Date(`${isLater ? `${LAST_YEAR}-12-31` : day}T00:00`);
}
