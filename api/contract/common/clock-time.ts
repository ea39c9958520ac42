/** A position in a video for people: "1:12", "1:02:03". Fractions of a second are left out. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
