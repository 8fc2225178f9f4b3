const HOUR = 3_600_000

/** Date and time, `hours` before an instant, as the clinic's clocks show them: `2026-01-31`, `08:30`. */
export function clinicTime(instant: Date, hoursBefore: number, timeZone: string): { date: string; time: string } {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  const shown = new Intl.DateTimeFormat('sv-SE', options).format(new Date(instant.getTime() - hoursBefore * HOUR))
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}
