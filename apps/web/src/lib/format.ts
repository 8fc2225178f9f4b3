let zone: string | undefined

/** Returns the zone in which times are shown. Undefined means the browser's zone, until the server has answered. */
export const clinicTimeZone = (): string | undefined => zone

export function setClinicTimeZone(name: string): void {
  zone = name
}

/** Returns the name of the zone in which times are shown, such as `America/New York`. */
export const shownTimeZone = (): string => (zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone).replaceAll('_', ' ')

function createFormats(timeZone: string | undefined) {
  return {
    instant: new Intl.DateTimeFormat('en-GB', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
      timeZone,
    }),
    exact: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }),
    shortDay: new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
      timeZone,
    }),
    clock: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }),
    weekday: new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }),
    day: new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }),
  }
}

let made = { zone: clinicTimeZone(), formats: createFormats(clinicTimeZone()) }

function formats() {
  const zone = clinicTimeZone()
  if (made.zone !== zone) made = { zone, formats: createFormats(zone) }
  return made.formats
}

export type FormattedInstant = { date: string; time: string; text: string; exact: string }

/** Formats an ISO instant as day and time in the clinic's zone, and exactly for a tooltip. */
export function formatInstant(iso: string): FormattedInstant {
  const at = new Date(iso)
  const [date = '', time = ''] = formats().instant.format(at).split(', ')
  return { date, time, text: `${date} ${time}`, exact: `${formats().exact.format(at)} (${iso})` }
}

/** Formats an ISO instant with the weekday: `Wed 25 Nov 14:05`, in the clinic's zone. A year that is not the present one is named. */
export function formatShortDay(iso: string): string {
  const [day, time] = formats()
    .shortDay.format(new Date(iso))
    .replace(',', '')
    .split(/ (?=\d+:)/)
  const year = clinicDay(new Date(iso)).slice(0, 4)
  return clinicDay(new Date()).startsWith(year) ? `${day} ${time}` : `${day} ${year} ${time}`
}

/** Formats an instant as a time with seconds, in the clinic's zone. */
export const formatClock = (at: Date): string => formats().clock.format(at)

/** Returns the day of an instant in the clinic's zone, as yyyy-mm-dd. */
export const clinicDay = (at: Date): string => formats().day.format(at)

/** Returns the weekday of an instant in the clinic's zone, as a word. */
export const formatWeekday = (at: Date): string => formats().weekday.format(at)

/** Formats a calendar date: yyyymmdd as dd-mm-yyyy, yyyy-mm-dd as dd/mm/yyyy. Returns anything else unchanged. */
export function formatDate(date: string): string {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  if (compact) return `${compact[3]}-${compact[2]}-${compact[1]}`
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  return iso ? `${iso[3]}/${iso[2]}/${iso[1]}` : date
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats yyyy-mm-dd with the month as a word, so that nobody takes the day for the month. */
export const formatLongDay = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))

/** Formats yyyy-mm-dd like `formatLongDay`, without the year if it is the present one: `4 December`. */
export const formatDayOfYear = (day: string): string => formatLongDay(day).replace(` ${clinicDay(new Date()).slice(0, 4)}`, '')

export function formatMB(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

const GB = 1_000_000_000

/** Formats bytes as GB. */
export const inGB = (bytes: number): string => `${(bytes / GB).toLocaleString('en-GB', { maximumFractionDigits: 1 })} GB`

/** Formats seconds as m:ss. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const parts = (minutes: number) => [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60] as const

/** Formats whole minutes as `42 min`, `1 h 05`, `3 d 4 h` or `12 d`. */
export function formatSpan(minutes: number): string {
  const [days, hours, rest] = parts(minutes)
  if (days >= 10) return `${days} d`
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return `${hours} h ${String(rest).padStart(2, '0')}`
  return rest > 0 ? `${rest} min` : '<1 min'
}

/** Formats whole minutes in words: `42 minutes`, `1 hour 5 minutes` or `3 days 4 hours`. */
export function spanWords(minutes: number): string {
  const [days, hours, rest] = parts(minutes)
  const words =
    days > 0 ? [[days, 'day'] as const, [hours, 'hour'] as const] : [[hours, 'hour'] as const, [rest, 'minute'] as const]
  const said = words.filter(([count]) => count > 0).map(([count, unit]) => plural(count, unit))
  return said.length > 0 ? said.join(' ') : 'less than a minute'
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}
