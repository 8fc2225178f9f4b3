import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf, hasOtherModality, type MatchedOrder, type MatchedStudy, matchOf } from './order-matching.ts'
import { studyUidOf } from './order-study-uid.ts'

const order: MatchedOrder = {
  id: '019ab3c4-0000-7000-8000-00000000000a',
  labId: 'A',
  state: 'ordered',
  placerNumber: 'PL-1',
  studyInstanceUid: null,
  accessionNumber: 'ACC-1',
  patientIdTexts: ['P-1'],
  patientName: 'Lindqvist^Anna',
  patientBirthDate: '1980-02-01',
  patientSex: 'F',
}
const study: MatchedStudy = {
  formerPatientIds: [],
  labId: 'A',
  labConflictAt: null,
  studyInstanceUid: '1.2.3',
  accessionNumber: 'ACC-1',
  requestKeys: [],
  patientId: 'P-1',
  patientName: 'Lindqvist Anna',
  patientBirthDate: '1980-02-01',
  patientSex: 'F',
}

describe('an order matches a study without anybody', () => {
  test.each<[string, Partial<MatchedOrder>, Partial<MatchedStudy>]>([
    ['by its accession number', {}, {}],
    ['whose accession number has spaces around it', {}, { accessionNumber: ' ACC-1 ' }],
    ['whose patient it does not name', { patientIdTexts: [], patientName: null, patientBirthDate: null, patientSex: null }, {}],
    ['by a second patient ID', { patientIdTexts: ['NATIONAL-7', 'P-1'] }, {}],
    ['by an ID that the patient had before a merge', {}, { patientId: 'P-2', formerPatientIds: ['P-1', 'P-2'] }],
    ['while it is on hold', { state: 'held' }, {}],
    ['whose birth date has one wrong digit, which opens an identity review of its own', {}, { patientBirthDate: '1980-02-07' }],
  ])('%s', (_, ordered, made) => {
    expect(matchOf({ ...order, ...ordered }, { ...study, ...made })).toBe('accession')
  })

  test('by its study UID, also if the accession number differs', () => {
    expect(matchOf({ ...order, studyInstanceUid: '1.2.3' }, { ...study, accessionNumber: 'other' })).toBe('studyUid')
  })
})

test.each([
  ['a second accession number', 'accession:ACC-1'],
  ['its placer number', 'placer:PL-1'],
  ['the Study UID that scanners were told', `uid:${studyUidOf(order)}`],
])('an order matches a study whose images name %s in their request', (_, key) => {
  const made = { ...study, accessionNumber: 'ACC-2', requestKeys: ['accession:ACC-9', key] }
  expect(matchOf(order, made)).toBe('request')
  expect(matchOf(order, { ...made, patientId: 'P-2' })).toBeNull()
  expect(matchOf(order, { ...made, requestKeys: ['accession:PL-1', 'placer:ACC-1'] })).toBeNull()
})

describe('an order does not match a study without a person', () => {
  test.each<[string, Partial<MatchedOrder>, Partial<MatchedStudy>]>([
    ['of another laboratory', {}, { labId: 'B' }],
    ['without a laboratory', {}, { labId: null }],
    ['that two laboratories claim', {}, { labConflictAt: new Date() }],
    ['that it names by nothing', { accessionNumber: null }, { accessionNumber: null }],
    ['with an empty accession number', { accessionNumber: '' }, { accessionNumber: '' }],
    ['of another patient ID', {}, { patientId: 'P-2' }],
    ['of another person with the same patient ID', {}, { patientName: 'Okafor Chidi' }],
    ['after it was cancelled', { state: 'cancelled' }, {}],
    ['after it was discontinued', { state: 'discontinued' }, {}],
  ])('%s', (_, ordered, made) => {
    expect(matchOf({ ...order, ...ordered }, { ...study, ...made })).toBeNull()
  })
})

test('the differences name the parts of the patient that disagree', () => {
  const other = { ...study, patientId: 'P-2', patientName: 'Okafor Chidi', patientSex: 'M' as const }
  expect(differencesOf(order, other)).toEqual(['patientId', 'name', 'sex'])
  expect(differencesOf(order, study)).toEqual([])
})

test.each<[ordered: string | null, images: string[], isOther: boolean]>([
  ['CT', ['CT'], false],
  ['CT', ['PT', 'CT', 'SR'], false],
  ['CT', ['MR'], true],
  ['DX', ['CR'], false],
  ['MG', ['DX'], true],
  ['CT', ['SR'], false],
  ['CT', [], false],
  [null, ['MR'], false],
])('an order of %s and images of %j: another modality is %s', (modality, modalities, isOther) => {
  expect(hasOtherModality({ modality }, { modalities })).toBe(isOther)
})

test('no match ever crosses laboratories, or joins two patient IDs', () => {
  const text = fc.constantFrom('', 'a', 'b')
  const optional = fc.option(text)
  const orders = fc.record({
    id: fc.uuid(),
    labId: text,
    state: fc.constantFrom('ordered' as const, 'held' as const, 'cancelled' as const),
    placerNumber: text,
    studyInstanceUid: optional,
    accessionNumber: optional,
    patientIdTexts: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
    patientName: optional,
    patientBirthDate: fc.option(fc.constantFrom('1980-02-01', '1991-11-23')),
    patientSex: fc.option(fc.constantFrom('M' as const, 'F' as const)),
  })
  const made = fc.record({
    labId: optional,
    labConflictAt: fc.option(fc.constant(new Date(0))),
    studyInstanceUid: text,
    accessionNumber: optional,
    requestKeys: fc.subarray(['accession:a', 'accession:b', 'placer:a', 'placer:b']),
    patientId: optional,
    formerPatientIds: fc.constant([]),
    patientName: optional,
    patientBirthDate: fc.option(fc.constantFrom('1980-02-01', '1991-11-23')),
    patientSex: fc.option(fc.constantFrom('M' as const, 'F' as const)),
  })
  fc.assert(
    fc.property(orders, made, (one, other) => {
      if (matchOf(one, other) === null) return
      expect(other.labId).toBe(one.labId)
      expect(other.labConflictAt).toBeNull()
      if (other.patientId && one.patientIdTexts.length > 0) expect(one.patientIdTexts).toContain(other.patientId)
    }),
    { numRuns: 2_000 },
  )
})
