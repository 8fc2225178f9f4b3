import { type DoctorProfile, DoctorRegistration, DoctorUpdate, type Reads } from '@readroom/contracts/people/doctors'
import { expect, test } from 'vitest'
import { emptyDoctor, NewDoctorForm, toDoctorFields, toParts } from './doctor-fields.ts'

const account = { username: 'vera', email: 'vera@readroom.example', fullName: 'Vera Quist' }
const reads: Reads = {
  readsLabIds: ['01890000-0000-7000-8000-000000000003'],
  readsModalities: ['CT', 'MR'],
  readsBodyRegions: ['head', 'spine'],
  openMinutesLimit: 90,
  workShare: 50,
  licenseExpiresOn: '2027-06-30',
}
const noReads = {
  readsLabIds: null,
  readsModalities: '',
  readsBodyRegions: [],
  openMinutesLimit: '',
  workShare: '',
  licenseExpiresOn: '',
}
const name = { familyName: 'Marsh', givenName: 'Vera', middleName: '', namePrefix: 'Dr.', nameSuffix: '' }
const profession = { specialization: 'Neuroradiology', licenseNumber: 'L-1' }

test('a registration meets the contract', () => {
  const { file, fields } = toParts({
    ...emptyDoctor,
    ...account,
    ...profession,
    qualifications: 'MD, , FRCR ',
    availableDays: ['Monday', 'Sunday'],
    isActiveProfile: false,
  })
  expect(file).toBeNull()
  expect(DoctorRegistration.parse(fields)).toMatchObject({
    ...account,
    qualifications: ['MD', 'FRCR'],
    yearsOfExperience: null,
    availableDays: ['Monday', 'Sunday'],
    isActiveProfile: false,
  })
})

test('an unchanged profile is sent back as it was', () => {
  const profile: DoctorProfile = {
    _id: '01890000-0000-7000-8000-000000000001',
    userAccount: { ...account, _id: '01890000-0000-7000-8000-000000000002', isActive: true },
    ...profession,
    department: null,
    qualifications: ['MD', 'FRCR'],
    yearsOfExperience: 0,
    contactPhoneOffice: null,
    biography: 'Reads\nbrains',
    languages: ['English', 'Greek'],
    availableDays: ['Friday'],
    ...reads,
    isActiveProfile: false,
    hasSignature: false,
    ...name,
    version: 3,
  }
  expect(DoctorUpdate.parse(toParts(toDoctorFields(profile)).fields)).toEqual({
    ...account,
    ...name,
    ...profession,
    department: null,
    qualifications: ['MD', 'FRCR'],
    yearsOfExperience: 0,
    contactPhoneOffice: null,
    biography: 'Reads\nbrains',
    languages: ['English', 'Greek'],
    availableDays: ['Friday'],
    ...reads,
    isActiveProfile: false,
    isActive: true,
    version: 3,
  })
})

test('empty fields mean that the doctor reads everything', () => {
  const empty = {
    readsLabIds: 'null',
    readsModalities: ' , ',
    readsBodyRegions: '[]',
    openMinutesLimit: '',
    workShare: '',
    licenseExpiresOn: '',
  }
  const all = {
    readsLabIds: null,
    readsModalities: null,
    readsBodyRegions: null,
    openMinutesLimit: null,
    workShare: 100,
    licenseExpiresOn: null,
  }
  expect(DoctorUpdate.parse({ ...account, ...profession, ...empty })).toMatchObject(all)
})

test.each([
  ['readsLabIds', [], 'Choose at least one laboratory'],
  ['readsModalities', 'CT, XQ', 'XQ is not a modality. Write codes such as CT, MR.'],
  ['openMinutesLimit', '0', 'Enter whole minutes from 1 to 9999'],
  ['openMinutesLimit', '1.5', 'Enter whole minutes from 1 to 9999'],
  ['workShare', '9', 'Enter a whole percentage from 10 to 200'],
  ['workShare', '201', 'Enter a whole percentage from 10 to 200'],
  ['licenseExpiresOn', '31/02/2027', 'Enter a date as dd/mm/yyyy'],
])('%s refuses %j in words', (field, value, message) => {
  const { issues } = NewDoctorForm.safeParse({ ...emptyDoctor, ...account, ...profession, ...noReads, [field]: value }).error ?? {
    issues: [],
  }
  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([[field, message]])
})
