import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, line } from '../core/primitives.ts'

export const maxGroupDoctors = 1000

/** The fields of a group that an administrator writes. */
export const DoctorGroupFields = z.strictObject({
  /** Semicolons stand between the groups of a doctor in the sheet of eligibility. */
  name: line(100)
    .min(1, 'Please enter a name')
    .refine((name) => !name.includes(';'), 'A name must not contain a semicolon'),
  /** A doctor can be in several groups. */
  doctorIds: z
    .array(Id)
    .max(maxGroupDoctors)
    .overwrite((ids) => [...new Set(ids)]),
})
export type DoctorGroupFields = z.infer<typeof DoctorGroupFields>

/** Doctors with a name in common, such as a subspecialty (docs/decisions/people/doctor-groups.md). */
export const DoctorGroup = z.object({ _id: Id, ...DoctorGroupFields.shape, version: z.int().positive() })
export type DoctorGroup = z.infer<typeof DoctorGroup>

const path = '/api/admin/doctor-groups'
const forAdmins = { access: 'doctor.manage', scope: 'none' } as const
const onGroup = { ...forAdmins, path: `${path}/:groupId`, params: z.object({ groupId: Id }) } as const

export const doctorGroupEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    access: 'doctor.list',
    method: 'GET',
    path,
    summary: 'Groups of doctors, by name',
    response: ok({ groups: z.array(DoctorGroup) }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path,
    summary: 'Add a group of doctors',
    once: true,
    body: DoctorGroupFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['DOCTOR_GROUP_NAME_TAKEN', 'DOCTOR_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onGroup,
    method: 'PUT',
    summary: 'Change the name and the doctors of a group',
    body: DoctorGroupFields.extend({ version: z.int().positive() }),
    response: ok({ message: z.string() }),
    errors: ['DOCTOR_GROUP_NOT_FOUND', 'DOCTOR_GROUP_NAME_TAKEN', 'DOCTOR_NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    ...onGroup,
    method: 'DELETE',
    summary: 'Delete a group of doctors to which no laboratory is limited',
    response: ok({ message: z.string() }),
    errors: ['DOCTOR_GROUP_NOT_FOUND', 'DOCTOR_GROUP_IN_USE'],
  },
})
