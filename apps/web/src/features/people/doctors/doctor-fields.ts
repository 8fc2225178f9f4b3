import { type DoctorProfile, DoctorRegistration, ReadsFields, usualWorkShare, Weekday } from '@readroom/contracts/people/doctors'
import { BodyRegion } from '@readroom/contracts/studies/body-regions'
import { z } from 'zod'

const nameFields = ['familyName', 'givenName', 'middleName', 'namePrefix', 'nameSuffix'] as const
export const accountFields = ['username', 'email', 'fullName', ...nameFields] as const
export const professionFields = [
  'specialization',
  'licenseNumber',
  'department',
  'qualifications',
  'yearsOfExperience',
  'contactPhoneOffice',
] as const
/** The fields that doctors may change, too. */
const ownFields = ['biography', 'languages', 'availableDays', 'signature'] as const
/** The fields that only administrators change. */
export const readsFields = [
  'readsLabIds',
  'readsModalities',
  'readsBodyRegions',
  'openMinutesLimit',
  'workShare',
  'licenseExpiresOn',
] as const
export const additionalFields = [...ownFields, 'isActiveProfile'] as const

export const doctorMissing = 'Username, email, full name, specialization, and license number are required.'

/** The rules for a doctor's form. Days, laboratories and regions are lists here, and text in the request. */
export const NewDoctorForm = DoctorRegistration.extend({
  ...ReadsFields,
  availableDays: z.array(Weekday),
  readsLabIds: z.array(z.string()).min(1, 'Choose at least one laboratory').nullable(),
  readsBodyRegions: z.array(BodyRegion),
  isActiveProfile: z.boolean(),
  signature: z.instanceof(File).nullable(),
}).required()
/** The fields of a doctor, shared by registration and editing. Lists are comma-separated text. */
export type DoctorFields = z.input<typeof NewDoctorForm>

export const DoctorForm = NewDoctorForm.extend({ isActive: z.boolean(), version: z.int() })
export type DoctorEditFields = z.input<typeof DoctorForm>

/** The fields of their profile that doctors may change. */
export const OwnProfileForm = DoctorForm.pick({
  biography: true,
  languages: true,
  availableDays: true,
  signature: true,
  version: true,
})
type OwnProfileFields = z.input<typeof OwnProfileForm>

export const emptyDoctor: DoctorFields = {
  username: '',
  email: '',
  fullName: '',
  familyName: '',
  givenName: '',
  middleName: '',
  namePrefix: '',
  nameSuffix: '',
  specialization: '',
  licenseNumber: '',
  department: '',
  qualifications: '',
  yearsOfExperience: '',
  contactPhoneOffice: '',
  biography: '',
  languages: '',
  availableDays: [],
  readsLabIds: null,
  readsModalities: '',
  readsBodyRegions: [],
  openMinutesLimit: '',
  workShare: String(usualWorkShare),
  licenseExpiresOn: '',
  isActiveProfile: true,
  signature: null,
}

/** Returns the initial values of the edit form. */
export function toDoctorFields({ userAccount, ...profile }: DoctorProfile): DoctorEditFields {
  return {
    username: userAccount.username,
    email: userAccount.email,
    fullName: userAccount.fullName,
    familyName: profile.familyName,
    givenName: profile.givenName,
    middleName: profile.middleName,
    namePrefix: profile.namePrefix,
    nameSuffix: profile.nameSuffix,
    isActive: userAccount.isActive,
    specialization: profile.specialization ?? '',
    licenseNumber: profile.licenseNumber ?? '',
    department: profile.department ?? '',
    qualifications: profile.qualifications.join(', '),
    yearsOfExperience: profile.yearsOfExperience?.toString() ?? '',
    contactPhoneOffice: profile.contactPhoneOffice ?? '',
    biography: profile.biography ?? '',
    languages: profile.languages.join(', '),
    availableDays: profile.availableDays,
    readsLabIds: profile.readsLabIds,
    readsModalities: profile.readsModalities?.join(', ') ?? '',
    readsBodyRegions: profile.readsBodyRegions ?? [],
    openMinutesLimit: profile.openMinutesLimit?.toString() ?? '',
    workShare: profile.workShare.toString(),
    licenseExpiresOn: profile.licenseExpiresOn ?? '',
    isActiveProfile: profile.isActiveProfile,
    signature: null,
    version: profile.version,
  }
}

export const toOwnFields = ({ biography, languages, availableDays, version }: DoctorProfile): OwnProfileFields => ({
  availableDays,
  version,
  signature: null,
  biography: biography ?? '',
  languages: languages.join(', '),
})

/** Returns the parts of a multipart request. All values are text, and a list of days is JSON. */
export function toParts({ signature, ...fields }: { signature: File | null; [name: string]: unknown }) {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? JSON.stringify(value) : String(value),
  ])
  return { file: signature, fields: Object.fromEntries(entries) }
}
