const hour = 60
const day = 24 * hour

/** `33m`, `2h 05m`, `1d 4h`. */
export function formatMinutes(minutes: number): string {
  if (minutes < hour) return `${minutes}m`
  if (minutes < day) return `${Math.floor(minutes / hour)}h ${String(minutes % hour).padStart(2, '0')}m`
  return `${Math.floor(minutes / day)}d ${Math.floor((minutes % day) / hour)}h`
}
