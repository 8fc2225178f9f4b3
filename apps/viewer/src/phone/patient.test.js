import { expect, test } from 'vitest'
import { readDetails, readPatient } from './patient.js'

const readName = (name) => `${name ?? ''}`
const whole = {
  StudyInstanceUID: '2.25.1',
  PatientName: 'Papadopoulou Eleni',
  PatientID: 'RH-204418',
  PatientAge: '067Y',
  PatientSex: 'F',
  AccessionNumber: 'ACC-7741250',
  StudyDescription: 'CT Brain plain',
  StudyDate: '20251121',
  StudyTime: '083112.5',
}

test('formats the patient of an image for reading', () => {
  expect(readPatient(whole, readName)).toEqual({
    studyUid: '2.25.1',
    name: 'Papadopoulou Eleni',
    id: 'RH-204418',
    ageAndSex: '67 / F',
    accession: 'ACC-7741250',
    description: 'CT Brain plain',
    date: '21/11/2025 08:31',
  })
})

test('shows missing patient data as N/A, never as a blank', () => {
  const { name, id, ageAndSex, accession, date } = readPatient({ StudyInstanceUID: '2.25.1' }, readName)
  expect([name, id, ageAndSex, accession, date]).toEqual(['N/A', 'N/A', 'N/A', '', ''])
})

test.each([
  [{ PatientAge: '003D' }, '3 days'],
  [{ PatientAge: '018M' }, '18 months'],
  [{ PatientBirthDate: '19580101', StudyDate: '20251121' }, '67'],
  [{ PatientBirthDate: '19581122', StudyDate: '20251121' }, '66'],
  [{ PatientAge: '012M', PatientBirthDate: '20251114', StudyDate: '20251121' }, '7 days'],
  [{ PatientBirthDate: '20240415', StudyDate: '20251121' }, '19 months'],
  [{ PatientAge: '045Y', PatientBirthDate: '19000101', StudyDate: '20251121' }, '45'],
  [{ PatientAge: '000Y' }, 'N/A'],
  // A birth after the study is an error in the file.
  [{ PatientBirthDate: '20260101', StudyDate: '20251121' }, 'N/A'],
  [{ PatientAge: 'old' }, 'N/A'],
])('for %j the age is %s', (instance, age) => {
  expect(readPatient(instance, readName).ageAndSex).toBe(age)
})

test('details leave out missing values', () => {
  expect(readDetails({ PatientID: 'RH-1', SliceThickness: '5.00' }, readName)).toEqual([
    ['Patient ID', 'RH-1'],
    ['Slice', 'thickness 5 mm'],
  ])
})
