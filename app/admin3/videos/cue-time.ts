/** "1:02.5": minutes, seconds and tenths, with hours only where there are any. */
export function cueTime(seconds: number): string {
  const tenths = Math.floor(Math.round(seconds * 1000) / 100);
  const [hours, minutes, rest] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, tenths % 600];
  const tail = `${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
