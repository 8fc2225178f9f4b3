import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { Id } from './primitives.ts'

export const Doctor = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  specialization: z.string().nullable(),
  /** Has a live session. */
  isLoggedIn: z.boolean(),
})
export type Doctor = z.infer<typeof Doctor>

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
})
