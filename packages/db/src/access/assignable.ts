import { and, eq } from 'drizzle-orm'
import { doctors } from '../people/doctors.schema.ts'
import { users } from './accounts.schema.ts'

/** Can be given studies: account and profile are active. */
export const assignable = and(eq(users.isActive, true), eq(doctors.isActiveProfile, true))
