import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchOf } from './order-matching.ts'
import { orderIdOf, studyUidOf } from './order-study-uid.ts'

test('every order without a UID has one of its own, of at most 64 characters, which leads back to it', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const uid = studyUidOf({ id, studyInstanceUid: null })
      expect(uid).toMatch(/^2\.25\.[1-9]\d{0,38}$/)
      expect(orderIdOf(uid)).toBe(id)
    }),
  )
})

test('other UIDs are of no order', () => {
  const tooBig = `2.25.${2n ** 128n}`
  for (const uid of ['1.2.840.10008', '2.25.', '2.25.0', '2.25.01', '2.25.1.2', '2.25.x', tooBig])
    expect(orderIdOf(uid)).toBeNull()
})

test('images with the UID that the scanner read from the worklist belong to the order, without an accession number', () => {
  const order = {
    id: '019ab3c4-0000-7000-8000-00000000000a',
    labId: 'A',
    state: 'ordered' as const,
    placerNumber: 'PL-1',
    studyInstanceUid: null,
    accessionNumber: null,
    patientIdTexts: ['P-1'],
    patientName: 'Lindqvist^Anna',
    patientBirthDate: null,
    patientSex: null,
  }
  const study = {
    labId: 'A',
    labConflictAt: null,
    studyInstanceUid: studyUidOf(order),
    accessionNumber: null,
    requestKeys: [],
    patientId: 'P-1',
    formerPatientIds: [],
    patientName: 'Lindqvist^Anna',
    patientBirthDate: null,
    patientSex: null,
  }
  expect(matchOf(order, study)).toBe('studyUid')
  expect(matchOf({ ...order, studyInstanceUid: '1.2.3' }, study)).toBeNull()
  expect(matchOf(order, { ...study, patientId: 'P-2' })).toBeNull()
})
