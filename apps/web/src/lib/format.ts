let zone: string | undefined

/** The zone in which instants are shown; undefined, until the server has said it, is the browser's. */
export const clinicTimeZone = (): string | undefined => zone

export function setClinicTimeZone(name: string): void {
  zone = name
}

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

/** An ISO instant as day and time in the clinic's zone, and the exact instant for a tooltip. */
export function formatInstant(iso: string): FormattedInstant {
  const at = new Date(iso)
  const [date = '', time = ''] = formats().instant.format(at).split(', ')
  return { date, time, text: `${date} ${time}`, exact: `${formats().exact.format(at)} (${iso})` }
}

/** The day in the clinic's zone that an instant is of, as yyyy-mm-dd. */
export const clinicDay = (at: Date): string => formats().day.format(at)

/** A calendar date: yyyymmdd as dd-mm-yyyy, yyyy-mm-dd as dd/mm/yyyy. Anything else is left as it is. */
export function formatDate(date: string): string {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  if (compact) return `${compact[3]}-${compact[2]}-${compact[1]}`
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  return iso ? `${iso[3]}/${iso[2]}/${iso[1]}` : date
}

export function formatMB(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

const GB = 1_000_000_000

/** Bytes of disks, for people. */
export const inGB = (bytes: number): string => `${(bytes / GB).toLocaleString('en-GB', { maximumFractionDigits: 1 })} GB`

/** Seconds as m:ss. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Minutes as `12m`, `1h 45m` or `2d 3h`. */
export function formatMinutes(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  if (hours > 0) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`
  return minutes > 0 ? `${minutes}m` : '<1m'
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}
