/** The first moment of a day ("2026-03-04") where the person is, ISO 8601. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}

/** The first moment after it. */
export function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}
