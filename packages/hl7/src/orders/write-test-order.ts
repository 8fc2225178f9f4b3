import type { Buffer } from 'node:buffer'
import { type Mapping, type OrderPlace, orderPlaces } from '../mapping/mapping.ts'
import { readPlace } from '../mapping/places.ts'
import { components, encode, header, instant, patientId, segment, separators } from '../message/write.ts'

export type TestOrder = {
  /** Its control ID, its placer number and its accession number: at most 16 characters of ASCII. */
  number: string
  at: Date
  mapping: Mapping
}

/** The patient ID of test orders. */
export const TEST_PATIENT_ID = 'READROOM-TEST'

type Written = Map<string, Record<number, string>>

/** Writes a value at the first place at which the connection reads the field. `whole`: the components, if the place is a field as a whole. */
function write(segments: Written, mapping: Mapping, what: OrderPlace, value: string, whole: readonly string[] = [value]): void {
  const place = readPlace(mapping.places[what]?.[0] ?? orderPlaces[what][0])
  if (place === null || place.segment === 'MSH') return
  const { segment: name, field, component, subcomponent = 1 } = place
  const fields = segments.get(name) ?? {}
  const parts = (fields[field] ?? '').split(separators.component)
  const written =
    component === undefined
      ? components(...whole)
      : Array.from({ length: Math.max(component, parts.length) }, (_, at) =>
          at === component - 1 ? separators.subcomponent.repeat(subcomponent - 1) + value : (parts[at] ?? ''),
        ).join(separators.component)
  segments.set(name, { ...fields, [field]: written })
}

/**
 * Returns a new order of a patient who does not exist, as the bytes of a message OMI^O23 of version 2.5.1. Its values stand where the
 * connection reads them.
 */
export function writeTestOrder({ number, at, mapping }: TestOrder): Buffer {
  const segments: Written = new Map([
    [
      'PID',
      { 1: '1', 3: patientId({ id: TEST_PATIENT_ID, authority: mapping.patientAuthority }), 5: components('TEST', 'ORDER') },
    ],
    ['ORC', { 1: 'NW' }],
    ['TQ1', { 1: '1' }],
    ['OBR', { 1: '1' }],
  ])
  write(segments, mapping, 'placer', number)
  write(segments, mapping, 'accessionNumber', number)
  write(segments, mapping, 'procedure', 'Test order', ['TEST', 'Test order', 'L'])
  write(segments, mapping, 'modality', 'OT')
  write(segments, mapping, 'scheduledAt', instant(at))
  const head = header({
    sendingApplication: 'READROOM',
    sendingFacility: mapping.sendingFacility ?? 'TEST',
    receivingApplication: 'READROOM',
    receivingFacility: '',
    sentAt: at,
    type: 'OMI^O23^OMI_O23',
    controlId: number,
    processingId: 'P',
  })
  return encode([head, ...[...segments].map(([name, fields]) => segment(name, fields))])
}
