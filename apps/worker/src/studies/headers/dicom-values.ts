import { createHash } from 'node:crypto'
import { rowName } from '@readroom/contracts/core/person-names'
import { isImaging } from '@readroom/contracts/studies/modalities'
import { placeholderBirthDates } from '@readroom/domain/patients/patient-identity'
import { z } from 'zod'

/** Text as DICOM means it: without padding, NUL or other control characters (PS3.5 section 6.1.3); null if nothing is left. */
export function cleanText(value: string | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const text = value?.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return text ? text : null
}

/** At most `max` characters, the last of them an ellipsis if some are missing. Never splits a character. */
export function fit(text: string | null, max: number): string | null {
  if (text === null || text.length <= max) return text
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

/** An identifier of at most `max` characters; what had to be cut off is replaced by its hash, so that two never become one. */
export function fitIdentifier(text: string | null, max: number): string | null {
  if (text === null || text.length <= max) return text
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return fit(text, max - hash.length) + hash
}

/** A person name with its components and groups (PS3.5 section 6.2.1), as it came; null if nothing of it can be read. */
export function personName(value: string | undefined): string | null {
  const name = cleanText(value)
  return rowName(name) === null ? null : name
}

/** DA: `20040826`, and `2004.08.26` as before 1993 (PS3.5 section 6.2). Null for anything else and for days that never were. */
export function calendarDate(value: string | undefined): string | null {
  const parts = /^(\d{4})(\.?)(\d{2})\2(\d{2})$/.exec(cleanText(value) ?? '')
  if (!parts || parts[1] === '0000') return null
  return z.iso.date().safeParse(`${parts[1]}-${parts[3]}-${parts[4]}`).data ?? null
}

/** TM: `154736.25`, `1547`, and `15:47:36` of old; returns `15:47:36`. */
export function timeOfDay(value: string | undefined): string | null {
  const parts = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:\.\d*)?)?)?$/.exec(cleanText(value) ?? '')
  if (!parts) return null
  const [, hours = '00', minutes = '00', seconds = '00'] = parts
  return hours < '24' && minutes < '60' && seconds <= '60' ? `${hours}:${minutes}:${seconds}` : null
}

export function sex(value: string | undefined): 'M' | 'F' | 'O' | null {
  return z.enum(['M', 'F', 'O']).safeParse(cleanText(value)?.toUpperCase()).data ?? null
}

/** IS within PostgreSQL's integer. */
export function wholeNumber(value: string | undefined): number | null {
  const text = cleanText(value) ?? ''
  const number = Number(text)
  return /^[+-]?\d+$/.test(text) && Math.abs(number) <= 2_147_483_647 ? number : null
}

type Unit = 'D' | 'W' | 'M' | 'Y'

/** AS (PS3.5 section 6.2). Null for other forms, for ages that nobody reaches, and for `000Y`, `000M` and `000W`, which devices write if they know none. */
function statedAge(value: string | undefined): { number: number; unit: Unit } | null {
  const [, digits = '', unit] = /^(\d{1,3})([DWMY])$/.exec(cleanText(value) ?? '') ?? []
  const parsed = z.enum(['D', 'W', 'M', 'Y']).safeParse(unit)
  const number = Number(digits)
  if (!parsed.success || (number === 0 && unit !== 'D') || (number > 130 && unit === 'Y')) return null
  return { number, unit: parsed.data }
}

type Lifetime = Record<Unit, number>

/** Returns the completed days, weeks, months and years from a birth to a study. Null if one is not known, or the study was before. */
function lifetimeOf(birthDate: string | null, studyDate: string | null): Lifetime | null {
  if (birthDate === null || studyDate === null || studyDate < birthDate || placeholderBirthDates.has(birthDate)) return null
  const [birth, study] = [new Date(birthDate), new Date(studyDate)]
  const days = Math.round((study.getTime() - birth.getTime()) / 86_400_000)
  const wholeMonth = study.getUTCDate() >= birth.getUTCDate() ? 0 : 1
  const years = study.getUTCFullYear() - birth.getUTCFullYear()
  const months = years * 12 + study.getUTCMonth() - birth.getUTCMonth() - wholeMonth
  return { D: days, W: Math.floor(days / 7), M: months, Y: Math.floor(months / 12) }
}

function ageAt({ D, M, Y }: Lifetime): string {
  if (M < 1) return `${D}D`
  return M < 24 ? `${M}M` : `${Y}Y`
}

/**
 * Returns the age at the study without leading zeros, such as `45Y` or `3M`: that of birth date and study date if both are known, otherwise
 * PatientAge. `contradicted`: PatientAge as it came, if it differs from the dates by more than one of its units.
 */
export function age(
  value: string | undefined,
  birthDate: string | null,
  studyDate: string | null,
): { age: string | null; contradicted: string | null } {
  const stated = statedAge(value)
  const lifetime = lifetimeOf(birthDate, studyDate)
  if (lifetime === null) return { age: stated && `${stated.number}${stated.unit}`, contradicted: null }
  const isContradicted = stated !== null && Math.abs(stated.number - lifetime[stated.unit]) > 1
  return { age: ageAt(lifetime), contradicted: isContradicted ? cleanText(value) : null }
}

/** Each modality once: images first, then what was derived from them, each in alphabetical order. */
export function orderModalities(values: Iterable<string | null | undefined>): string[] {
  const all = [...new Set(values)].filter((value): value is string => typeof value === 'string').sort()
  return [...all.filter(isImaging), ...all.filter((modality) => !isImaging(modality))]
}
