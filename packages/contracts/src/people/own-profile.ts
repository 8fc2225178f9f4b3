import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { optionalText, paragraph } from '../core/primitives.ts'
import { AvailableDays, CommaList, DoctorProfile, signatureErrors, signatureFile } from './doctors.ts'

/** The profile fields that doctors change themselves. */
export const OwnProfileUpdate = z.strictObject({
  biography: optionalText(paragraph(5000)),
  languages: CommaList.default([]),
  availableDays: AvailableDays.default([]),
  /** The version that was edited; another one by now is a CONFLICT. Left out: the last writer wins. */
  version: z.coerce.number().int().optional(),
})
export type OwnProfileUpdate = z.output<typeof OwnProfileUpdate>

const own = { access: 'profile.edit', scope: 'none' } as const

export const ownProfileEndpoints = defineEndpoints({
  read: {
    ...own,
    method: 'GET',
    path: '/api/doctor/profile',
    summary: "The calling doctor's profile with the account",
    response: ok({ data: DoctorProfile }),
    errors: ['DOCTOR_NOT_FOUND'],
  },
  signature: {
    ...own,
    method: 'GET',
    path: '/api/doctor/profile/signature',
    summary: "The calling doctor's signature image",
    response: 'file',
    errors: ['DOCTOR_NOT_FOUND', 'FILE_MISSING', 'STORAGE_UNAVAILABLE'],
  },
  update: {
    ...own,
    method: 'PUT',
    path: '/api/doctor/profile',
    summary: 'Change biography, languages and days of the calling doctor; a new signature replaces the old',
    multipart: { fields: OwnProfileUpdate, file: signatureFile },
    response: ok({ message: z.string() }),
    errors: ['DOCTOR_NOT_FOUND', 'CONFLICT', ...signatureErrors],
  },
})
