import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderNames, reportFileNames, studyName, zipFileName } from './zip-names.ts'

const study = { patientName: 'Doe Jane', patientId: 'P-17/4', modalities: ['CT'], studyDate: '2026-11-21' }

test('a study is named by patient, id, modality and date, as far as they are known', () => {
  expect(studyName(study)).toBe('Doe_Jane_P-17_4_CT_2026-11-21')
  expect(studyName({ ...study, patientName: 'Müller 山田', modalities: ['CT', 'PT'] })).toBe(
    'Müller_山田_P-17_4_CT-PT_2026-11-21',
  )
  expect(studyName({ ...study, patientId: null, studyDate: null })).toBe('Doe_Jane_CT')
  expect(studyName({ patientName: null, patientId: null, modalities: [], studyDate: null })).toBe('Study')
  expect(studyName({ patientName: 'CON', patientId: null, modalities: [], studyDate: null })).toBe('Study')
})

test('whatever a scanner wrote, the name is one safe segment of a path', () => {
  const text = fc.option(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom('../../etc', 'a\\b', '\r\n', 'a:b*?"<>|')),
  )
  const any = fc.record({ patientName: text, patientId: text, modalities: fc.array(fc.string()), studyDate: text })
  fc.assert(
    fc.property(any, (value) => {
      const name = studyName(value)
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_-]*$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
    }),
  )
})

test('folders of one ZIP differ, also where case does not count', () => {
  const lower = { ...study, patientName: 'doe jane' }
  expect(folderNames([study, study, lower])).toEqual([
    'Doe_Jane_P-17_4_CT_2026-11-21',
    'Doe_Jane_P-17_4_CT_2026-11-21_2',
    'doe_jane_P-17_4_CT_2026-11-21_3',
  ])
})

test('a ZIP of several says how many, and when it was asked for', () => {
  const createdAt = new Date('2026-11-21T14:32:55Z')
  expect(zipFileName({ ownerId: null, createdAt }, [study])).toBe('Doe_Jane_P-17_4_CT_2026-11-21.zip')
  expect(zipFileName({ ownerId: 'somebody', createdAt }, [study])).toBe('Studies_1_2026-11-21_1432.zip')
})

test('reports of one ZIP have readable names, which differ; one that was signed has its own', () => {
  const uploaded = { study, fileName: 'Befund 17 (2).DOCX', isSigned: false }
  const signed = { study, fileName: 'Doe_Jane_P-17_4_CT_2026-11-21_addendum_final_2.pdf', isSigned: true }
  expect(reportFileNames([uploaded, signed, uploaded, { ...uploaded, fileName: 'report' }])).toEqual([
    'Doe_Jane_P-17_4_CT_2026-11-21_final.DOCX',
    'Doe_Jane_P-17_4_CT_2026-11-21_addendum_final_2.pdf',
    'Doe_Jane_P-17_4_CT_2026-11-21_final_2.DOCX',
    'Doe_Jane_P-17_4_CT_2026-11-21_final',
  ])
})
