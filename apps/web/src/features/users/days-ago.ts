const DAY = 86_400_000
const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** A past instant in whole days, such as `3 days ago`; `today` before the first is over. Milliseconds since 1970. */
export const daysAgo = (iso: string, now: number): string => words.format(-Math.floor((now - Date.parse(iso)) / DAY), 'day')
