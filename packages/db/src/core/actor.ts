import type { Role } from '@readroom/contracts/core/permissions'

/** The caller, read fresh from the session row on every request. */
export type Actor = {
  userId: string
  sessionId: string
  fullName: string
  email: string
  role: Role
  /** The laboratory of a lab_staff, otherwise null. */
  labId: string | null
  /** The profile of a doctor_account, otherwise null. */
  doctorId: string | null
  /** Signed in with a generated password that must be changed first. */
  mustChangePassword: boolean
  /** The role needs a second factor, and there is none. */
  mustEnrol: boolean
  address: string
}

/** The part of an actor that decides which rows they may read. */
export type Caller = Pick<Actor, 'role' | 'labId' | 'doctorId'>
