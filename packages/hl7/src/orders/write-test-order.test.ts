import { expect, test } from 'vitest'
import { interpret } from '../mapping/interpret.ts'
import { type Mapping, usualMapping } from '../mapping/mapping.ts'
import { readHeader } from '../message/header.ts'
import { TEST_PATIENT_ID, writeTestOrder } from './write-test-order.ts'

const usual: Mapping = {
  ...usualMapping,
  patientAuthority: null,
  timeZone: 'Europe/Berlin',
  sendingFacility: null,
  isTraining: false,
}

test.each<[string, Partial<Mapping>]>([
  ['usual places', {}],
  ['another facility', { sendingFacility: 'Nørre & Søn' }],
  ['an authority of patient IDs', { patientAuthority: 'NORTH' }],
  ['a field of another segment', { places: { accessionNumber: ['OBR-18'], placer: ['OBR-2'] } }],
  ['a component of a field', { places: { accessionNumber: ['ORC-2.3'], procedure: ['OBR-4.5'], modality: ['OBR-4.2'] } }],
  ['a segment of the sender', { places: { placer: ['ZXX-4.2.2'], scheduledAt: ['ZXX-1'] } }],
  ['a segment before the order', { places: { accessionNumber: ['PID-18'] } }],
])('a connection with %s reads its test order', (_what, changes) => {
  const mapping = { ...usual, ...changes }
  const at = new Date('2026-11-26T09:30:00Z')
  const bytes = writeTestOrder({ number: 'TEST-1A2B3C4D', at, mapping })
  const { content } = interpret(bytes, readHeader(bytes), mapping)
  if (content?.kind !== 'orders') throw new Error('The message has no orders.')
  expect(content.orders).toMatchObject([
    {
      control: 'new',
      placer: { number: 'TEST-1A2B3C4D' },
      accessionNumber: 'TEST-1A2B3C4D',
      procedure: { description: 'Test order' },
      modality: 'OT',
      scheduledAt: at.toISOString(),
      patient: { ids: [{ id: TEST_PATIENT_ID, authority: mapping.patientAuthority }], name: 'TEST^ORDER' },
    },
  ])
})
