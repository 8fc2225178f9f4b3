import { TimeOfDay } from './office-calendars.ts'

/** Returns a typed time as HH:MM. "8" and "8:30" are times too. Another text comes back as it is. */
function readTime(text: string): string {
  const [hours = '', minutes = '00'] = text.trim().split(':')
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** Reads spans of a day, such as "8:00-12:00, 22-6". Null: the text is no list of spans. The end of a span may be before its start. */
export function readSpans(text: string): { from: string; to: string }[] | null {
  const parts = text.trim() === '' ? [] : text.replaceAll('–', '-').split(',')
  const spans = parts.map((part) => {
    const [from = '', to = '', ...more] = part.split('-')
    return more.length > 0 ? null : { from: readTime(from), to: readTime(to) }
  })
  const isTime = (time: string) => time === '24:00' || TimeOfDay.safeParse(time).success
  const read = spans.filter((span) => span !== null).filter(({ from, to }) => isTime(from) && isTime(to))
  return read.length < spans.length ? null : read
}
