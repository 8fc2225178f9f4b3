import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { ListStats, PageQuery, Pagination } from '../core/pagination.ts'
import { CalendarDate, Email, FullName, Id, line, optionalText, paragraph, Username } from '../core/primitives.ts'
import { accountNameShape, savedAccountNameShape } from '../patients/name-fields.ts'
import { BodyRegion, bodyRegions } from '../studies/body-regions.ts'
import { ImagingModality } from '../studies/modalities.ts'

export const Doctor = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  specialization: z.string().nullable(),
  /** Has a live session. */
  isLoggedIn: z.boolean(),
  /** Studies that the doctor has and that nobody has reported yet. */
  openStudies: z.int().nonnegative(),
})
export type Doctor = z.infer<typeof Doctor>

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const Weekday = z.enum(weekdays)
export type Weekday = z.infer<typeof Weekday>

/** A signature is a PNG or JPEG of up to 2 MB; 400x200 pixels are recommended. */
export const maxSignatureBytes = 2 * 1024 * 1024
export const maxSignatureSide = 2000
export const signatureTypes = ['image/png', 'image/jpeg'] as const

/** The share of the work that automatic assignment gives a doctor, in percent of a usual doctor's. */
export const usualWorkShare = 100
export const WorkShare = z.int().min(10).max(200)

/** The studies that a doctor reads. Administrators choose them, and suggestions follow them (docs/decisions/studies/suggestions.md). */
export const Reads = z.object({
  /** Ids of laboratories. Null: all. */
  readsLabIds: z.array(Id).nullable(),
  /** Null: all. */
  readsModalities: z.array(z.string()).nullable(),
  /** Null: all. */
  readsBodyRegions: z.array(BodyRegion).nullable(),
  /** From so many expected minutes of open work on, the doctor is not suggested. Null: no limit. */
  openMinutesLimit: z.int().positive().nullable(),
  workShare: WorkShare,
  /** The last day of the license, in the clinic's zone. Null: it does not expire. */
  licenseExpiresOn: CalendarDate.nullable(),
})
export type Reads = z.infer<typeof Reads>

/** A doctor's profile with the account behind it. */
export const DoctorProfile = z.object({
  _id: Id,
  userAccount: z.object({ _id: Id, fullName: z.string(), email: z.string(), username: z.string(), isActive: z.boolean() }),
  /** The parts of the name for other systems. Empty: nobody has told them. */
  ...accountNameShape,
  specialization: z.string().nullable(),
  licenseNumber: z.string().nullable(),
  department: z.string().nullable(),
  qualifications: z.array(z.string()),
  yearsOfExperience: z.int().nullable(),
  contactPhoneOffice: z.string().nullable(),
  biography: z.string().nullable(),
  languages: z.array(z.string()),
  availableDays: z.array(Weekday),
  ...Reads.shape,
  isActiveProfile: z.boolean(),
  /** There is a signature image; `signature` of this group answers it. */
  hasSignature: z.boolean(),
  /** Goes up with every change of profile or account; sent back with an update, it tells whether somebody else was faster. */
  version: z.int(),
})
export type DoctorProfile = z.infer<typeof DoctorProfile>

/** Comma-separated text as a list: trimmed, empty parts removed. */
export const CommaList = line(2000).transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** The text of a whole number, or nothing. */
const Years = z
  .string()
  .trim()
  .regex(/^\d{0,2}$/, 'must be a number of years')
  .transform((text) => (text === '' ? null : Number(text)))

/** The text of a JSON value. */
const jsonText = (max: number, error: string) =>
  z
    .string()
    .max(max)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: error })
        return z.NEVER
      }
    })

/** A JSON array of weekday names. */
export const AvailableDays = jsonText(200, 'must be a JSON array of weekday names').pipe(z.array(Weekday).max(7))

export const maxReadsLabs = 1000

const ReadModality = z.enum(ImagingModality.options, {
  error: ({ input }) => `${input} is not a modality. Write codes such as CT, MR.`,
})

/** The fields of a form for what a doctor reads. */
export const ReadsFields = {
  /** A JSON array of the ids of laboratories, or `null` for all. */
  readsLabIds: jsonText(maxReadsLabs * 40, 'must be a JSON array of ids').pipe(
    z.array(Id).min(1, 'Choose at least one laboratory').max(maxReadsLabs).nullable(),
  ),
  /** Codes with commas between them. None: all. */
  readsModalities: CommaList.transform((codes) => [...new Set(codes.map((code) => code.toUpperCase()))])
    .pipe(z.array(ReadModality))
    .transform((codes) => (codes.length > 0 ? codes : null)),
  /** A JSON array of regions. None: all. */
  readsBodyRegions: jsonText(500, 'must be a JSON array of body regions')
    .pipe(z.array(BodyRegion).max(bodyRegions.length))
    .transform((regions) => (regions.length > 0 ? bodyRegions.filter((region) => regions.includes(region)) : null)),
  openMinutesLimit: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,3})?$/, 'Enter whole minutes from 1 to 9999')
    .transform((text) => (text === '' ? null : Number(text))),
  workShare: z
    .string()
    .trim()
    .regex(/^([1-9]\d|1\d\d|200)?$/, 'Enter a whole percentage from 10 to 200')
    .transform((text) => (text === '' ? usualWorkShare : Number(text))),
  licenseExpiresOn: line(10)
    .refine((day) => day === '' || CalendarDate.safeParse(day).success, 'Enter a date as dd/mm/yyyy')
    .transform((day) => (day === '' ? null : day)),
}

/** Multipart fields are text; flags are `true` or `false`. */
const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const profileFields = {
  username: Username,
  email: Email,
  fullName: FullName,
  ...savedAccountNameShape,
  specialization: FullName,
  licenseNumber: line(100).min(1),
  department: optionalText(line(200)),
  qualifications: CommaList.default([]),
  yearsOfExperience: Years.default(null),
  contactPhoneOffice: optionalText(line(50)),
  isActiveProfile: Flag.default(true),
}

/** What a doctor reads. Fields that are left out stay as they are; automatic assignment gives a new doctor nothing until one is given. */
const optionalReads = z.strictObject(ReadsFields).partial().shape

export const DoctorRegistration = z.strictObject({
  ...profileFields,
  ...optionalReads,
  biography: optionalText(paragraph(5000)),
  languages: CommaList.default([]),
  availableDays: AvailableDays.default([]),
})
export type DoctorRegistration = z.output<typeof DoctorRegistration>

export const DoctorUpdate = z.strictObject({
  ...profileFields,
  /** Flags that are left out stay as they are. */
  isActiveProfile: Flag.optional(),
  isActive: Flag.optional(),
  /** These, left out, stay as they are. */
  biography: paragraph(5000)
    .transform((text) => (text === '' ? null : text))
    .optional(),
  languages: CommaList.optional(),
  availableDays: AvailableDays.optional(),
  ...optionalReads,
  /** The version that was edited; another one by now is a CONFLICT. Left out: the last writer wins. */
  version: z.coerce.number().int().optional(),
})
export type DoctorUpdate = z.output<typeof DoctorUpdate>

export const signatureFile = {
  name: 'signature',
  required: false,
  maxBytes: maxSignatureBytes,
  tooLarge: 'SIGNATURE_TOO_LARGE',
} as const
export const signatureErrors = [
  'SIGNATURE_TOO_LARGE',
  'SIGNATURE_INVALID',
  'SIGNATURE_TOO_MANY_PIXELS',
  'STORAGE_UNAVAILABLE',
] as const
const onDoctor = { access: 'doctor.manage', scope: 'none', params: z.object({ doctorId: Id }) } as const

export const doctorEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/admin/doctors',
    summary: 'Doctors; `status=active` leaves those who can be assigned',
    access: 'doctor.list',
    scope: 'none',
    query: z.strictObject({ status: z.enum(['active', 'inactive']).optional() }),
    response: ok({ doctors: z.array(Doctor) }),
    errors: [],
  },
  one: {
    method: 'GET',
    path: '/api/admin/doctors/:doctorId',
    summary: 'One doctor',
    access: 'doctor.list',
    scope: 'none',
    params: z.object({ doctorId: Id }),
    response: ok({ doctor: Doctor }),
    errors: ['DOCTOR_NOT_FOUND'],
  },
  register: {
    method: 'POST',
    path: '/api/admin/doctors/register',
    summary: 'Create a doctor with account and profile; the generated password is mailed',
    access: 'doctor.manage',
    scope: 'none',
    multipart: { fields: DoctorRegistration, file: signatureFile },
    response: ok({ message: z.string(), signatureUploaded: z.boolean(), data: z.object({ _id: Id }) }),
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'LAB_NOT_FOUND', ...signatureErrors],
  },
  page: {
    method: 'GET',
    path: '/api/admin/doctors/list',
    summary: 'Doctors by name; the status is that of the account',
    access: 'doctor.manage',
    scope: 'none',
    query: PageQuery,
    response: ok({ data: z.array(DoctorProfile), pagination: Pagination, stats: ListStats }),
    errors: [],
  },
  details: {
    ...onDoctor,
    method: 'GET',
    path: '/api/admin/doctors/details/:doctorId',
    summary: 'The profile of a doctor with the account',
    response: ok({ data: DoctorProfile }),
    errors: ['DOCTOR_NOT_FOUND'],
  },
  signature: {
    ...onDoctor,
    method: 'GET',
    path: '/api/admin/doctors/signature/:doctorId',
    summary: "A doctor's signature image",
    response: 'file',
    errors: ['DOCTOR_NOT_FOUND', 'FILE_MISSING', 'STORAGE_UNAVAILABLE'],
  },
  update: {
    ...onDoctor,
    method: 'PUT',
    path: '/api/admin/doctors/update/:doctorId',
    summary: 'Change account and profile; deactivating the account ends its sessions at once; a new signature replaces the old',
    multipart: { fields: DoctorUpdate, file: signatureFile },
    response: ok({ message: z.string() }),
    errors: ['DOCTOR_NOT_FOUND', 'LAB_NOT_FOUND', 'CONFLICT', 'EMAIL_TAKEN', 'USERNAME_TAKEN', ...signatureErrors],
  },
  remove: {
    ...onDoctor,
    method: 'DELETE',
    path: '/api/admin/doctors/delete/:doctorId',
    summary: 'Delete a doctor who never had a study, with the account',
    response: ok({ message: z.string() }),
    errors: ['DOCTOR_NOT_FOUND', 'DOCTOR_IN_USE'],
  },
})
