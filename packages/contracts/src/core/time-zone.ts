import { z } from 'zod'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** IANA name of a zone. */
export const TimeZone = z.string().max(60).refine(isTimeZone, 'is not an IANA time zone')
