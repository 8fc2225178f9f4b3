import { type DoctorProfile, DoctorRegistration, DoctorUpdate } from '@readroom/contracts/people/doctors'
import { expect, test } from 'vitest'
import { emptyDoctor, toDoctorFields, toParts } from './doctor-fields.ts'

const account = { username: 'vera', email: 'vera@readroom.example', fullName: 'Vera Quist' }
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
    isActiveProfile: false,
    hasSignature: false,
    version: 3,
  }
  expect(DoctorUpdate.parse(toParts(toDoctorFields(profile)).fields)).toEqual({
    ...account,
    ...profession,
    department: null,
    qualifications: ['MD', 'FRCR'],
    yearsOfExperience: 0,
    contactPhoneOffice: null,
    biography: 'Reads\nbrains',
    languages: ['English', 'Greek'],
    availableDays: ['Friday'],
    isActiveProfile: false,
    isActive: true,
    version: 3,
  })
})
