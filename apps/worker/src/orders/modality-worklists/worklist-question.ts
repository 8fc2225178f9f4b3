import type { Range, WorklistQuestion } from '@readroom/db/orders/worklist-items'
import { orderIdOf } from '@readroom/domain/patients/matching/order-study-uid'
import { z } from 'zod'
import { cleanText } from '../../studies/headers/dicom-values.ts'

/** The elements of a data set by keyword, as the DICOM library names them. */
export type Elements = Record<string, unknown>

const isElements = (value: unknown): value is Elements => typeof value === 'object' && value !== null

/** Returns the text of an element without padding: of several values the first, of a person's name its alphabetic form. Empty if there is none. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'string') return cleanText(value) ?? ''
  if (typeof value === 'number') return String(value)
  return isElements(value) ? textOf(value.Alphabetic) : ''
}

/** Returns the items of a sequence. */
export const itemsOf = (value: unknown): Elements[] => (Array.isArray(value) ? value : [value]).filter(isElements)

/** Returns the first item of a sequence. Without one, no key of it was given. */
export const itemOf = (value: unknown): Elements => itemsOf(value)[0] ?? {}

/** Returns the key, or undefined for one that every value matches (PS3.4 section C.2.2.2.3). */
const keyOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text === '' || /^\*+$/.test(text) ? undefined : text
}

const valid = (schema: z.ZodType<string>, text: string | undefined) => schema.safeParse(text).data ?? null

const dateOf = (text: string) => valid(z.iso.date(), /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(text)?.slice(1).join('-'))

function timeOf(text: string): string | null {
  const [, hours, minutes = '00', seconds = '00'] = /^(\d{2}):?(\d{2})?:?(\d{2})?(?:\.\d{1,6})?$/.exec(text) ?? []
  return valid(z.iso.time(), `${hours}:${minutes}:${seconds}`)
}

/** A key that cannot be read (PS3.4 section C.4.1.1.4, status A900). */
export class UnreadableKey extends Error {
  override name = 'UnreadableKey'
}

/** Reads range matching (PS3.4 section C.2.2.2.5): a value, `from-to`, `-to` or `from-`. */
function rangeOf(value: unknown, read: (text: string) => string | null): Range | undefined {
  const text = keyOf(value)
  if (text === undefined) return undefined
  const [first = '', last = first] = text.split('-').map((end) => end.trim())
  const range = { from: first === '' ? null : read(first), to: last === '' ? null : read(last) }
  if ((first !== '' && range.from === null) || (last !== '' && range.to === null)) throw new UnreadableKey(text)
  return range
}

const modalitiesOf = (value: unknown): string[] | undefined => {
  const named = (Array.isArray(value) ? value : textOf(value).split('\\'))
    .map(textOf)
    .filter((text) => text !== '' && text !== '*')
  return named.length === 0 ? undefined : named.map((text) => text.toUpperCase())
}

/** Returns the question of a C-FIND identifier (PS3.4 annex K.6.1.2). Keys that are not supported match everything. Throws UnreadableKey. */
export function readQuestion(elements: Elements): WorklistQuestion {
  const step = itemOf(elements.ScheduledProcedureStepSequence)
  const uid = keyOf(elements.StudyInstanceUID)
  return {
    aeTitle: keyOf(step.ScheduledStationAETitle)?.toUpperCase(),
    dates: rangeOf(step.ScheduledProcedureStepStartDate, dateOf),
    times: rangeOf(step.ScheduledProcedureStepStartTime, timeOf),
    modalities: modalitiesOf(step.Modality),
    patientName: keyOf(elements.PatientName),
    patientId: keyOf(elements.PatientID),
    accessionNumber: keyOf(elements.AccessionNumber),
    study: uid === undefined ? undefined : { uid, orderId: orderIdOf(uid) },
  }
}
