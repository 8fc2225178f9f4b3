import { AppError } from '@readroom/contracts/core/errors'
import { withNameFields } from '@readroom/contracts/patients/name-fields'
import type { DoctorRegistration } from '@readroom/contracts/people/doctors'
import type { StaffRegistration } from '@readroom/contracts/people/users'
import { deleteResetsOf } from '@readroom/db/access/password-resets'
import { noPassword } from '@readroom/db/access/passwords'
import { deleteChallenges } from '@readroom/db/access/sign-in-challenges'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Taken } from '@readroom/db/core/locks'
import { insertDoctorProfile } from '@readroom/db/people/doctors'
import { insertLabStaff, type LabRow, lockLab, moveLabStaff } from '@readroom/db/people/labs'
import { findSignInState, insertUser, type UserRow, updateUser } from '@readroom/db/people/users'
import { requestGeneratedPassword } from '../access/passwords.ts'
import { revokeSessions } from '../access/sessions.ts'
import { emitJob } from '../core/outbox.ts'
import { endShareLinks } from '../studies/sharing.ts'

const target = (id: string) => ({ target: { type: 'user', id } })

/** Ends the sessions, begun sign-ins and share links of an account that may no longer sign in: at once and for good. */
export async function endAccess(tx: Before<'account'>, userId: string): Promise<void> {
  await deleteChallenges(tx, userId)
  await revokeSessions(tx, { userId, reason: 'administrator' })
  await endShareLinks(tx, userId)
}

/** To staff whose laboratory was not active yet when the account was made. */
export async function sendFirstPassword(tx: Tx, userId: string): Promise<void> {
  const { labIsActive, awaitsPassword } = await findSignInState(tx, userId)
  if (labIsActive && awaitsPassword) await requestGeneratedPassword(tx, userId)
}

/** Makes a staff account of a laboratory. Its generated password is mailed once the laboratory is active. Returns its id. */
export async function registerStaff(
  tx: Tx,
  actor: Actor,
  { id: labId, isActive }: { id: string; isActive: boolean },
  staff: StaffRegistration,
): Promise<string> {
  const userId = await insertUser(tx, { ...staff, role: 'lab_staff', passwordHash: noPassword })
  await insertLabStaff(tx, userId, labId)
  if (isActive) await requestGeneratedPassword(tx, userId)
  await audit(tx, actor, { action: 'user.created', ...target(userId), details: { role: 'lab_staff' } })
  return userId
}

/** Makes a doctor with account and profile; the generated password is mailed. Returns the profile's id. */
export async function registerDoctor(
  tx: Tx,
  actor: Actor,
  { email, username, fullName, ...profile }: DoctorRegistration,
  signatureKey: string | null,
): Promise<string> {
  const userId = await insertUser(tx, { email, username, fullName, role: 'doctor_account', passwordHash: noPassword })
  const doctorId = await insertDoctorProfile(tx, userId, { ...profile, personName: withNameFields(null, profile), signatureKey })
  await requestGeneratedPassword(tx, userId)
  await audit(tx, actor, { action: 'doctor.created', target: { type: 'doctor', id: doctorId }, details: { userId } })
  return doctorId
}

type Changeable = Pick<UserRow, 'email' | 'username' | 'fullName' | 'isActive'>

/** The account has another address: recovery codes of the old one end, and both are told. */
async function noteNewAddress(tx: Tx, userId: string, former: string, present: string): Promise<void> {
  await deleteResetsOf(tx, userId)
  const changedAt = new Date().toISOString()
  await emitJob(tx, 'email-notice.send', { userId, to: former, address: 'former', changedAt })
  await emitJob(tx, 'email-notice.send', { userId, to: present, address: 'present', changedAt })
}

/**
 * Changes the names, address or activity of an account. Sessions go on unless the account becomes inactive. A generated password that
 * was mailed to another address and waits there is replaced by one to the new address, and a link to the OpenID provider is no longer allowed by the address.
 */
export async function changeAccount(
  tx: Tx<'account'> & Before<'account'>,
  userId: string,
  before: Changeable,
  change: Changeable,
): Promise<void> {
  await updateUser(tx, userId, change)
  if (before.isActive && !change.isActive) await endAccess(tx, userId)
  if (before.email.toLowerCase() === change.email.toLowerCase()) return
  await updateUser(tx, userId, { providerLinkAllowed: false })
  await noteNewAddress(tx, userId, before.email, change.email)
  const { labIsActive, isInvited } = await findSignInState(tx, userId)
  if (isInvited && change.isActive && labIsActive) await requestGeneratedPassword(tx, userId)
}

/** Locks a laboratory. Throws LAB_NOT_FOUND. */
export async function lockPresentLab<T extends Before<'laboratory'>>(
  begun: T,
  labId: string,
): Promise<Taken<T, 'laboratory', LabRow>> {
  const [tx, lab] = await lockLab(begun, labId)
  if (!lab) throw new AppError('LAB_NOT_FOUND')
  return [tx, lab]
}

/** Gives a member of staff another laboratory. Sessions and share links end: what they opened was the former one's. Repeating it changes nothing. */
export async function moveStaff(tx: Before<'account'>, actor: Actor, userId: string, labId: string): Promise<void> {
  const formerLabId = await moveLabStaff(tx, userId, labId)
  if (formerLabId === null) return
  await endAccess(tx, userId)
  await sendFirstPassword(tx, userId)
  await audit(tx, actor, { action: 'user.moved', ...target(userId), details: { formerLabId, labId } })
}
