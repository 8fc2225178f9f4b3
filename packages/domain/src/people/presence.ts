import { AppError } from '@readroom/contracts/core/errors'
import type { Presence, PresenceFields } from '@readroom/contracts/people/presence'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db } from '@readroom/db/core/client'
import type { Begun } from '@readroom/db/core/locks'
import { findDoctorWithAccount, lockDoctor } from '@readroom/db/people/doctors'
import { findPresence, type PresenceRow, savePresence } from '@readroom/db/people/presence'
import { dayOf } from '../studies/deadline-rules/working-time.ts'

type Clock = { now: Date; zone: string }

/** Returns what is saved, without absences that are over. Without anything saved, the zone is the clinic's. */
export function toPresence(row: PresenceRow | null, { now, zone }: Clock): Presence {
  if (!row) return { timeZone: zone, shifts: [], absences: [], version: 0 }
  const { timeZone, shifts, absences, version } = row
  const today = dayOf(now, timeZone).toString()
  return { timeZone, shifts, absences: absences.filter(({ to }) => to >= today), version }
}

/** Returns when a doctor works. Throws DOCTOR_NOT_FOUND. */
export async function readPresence(db: Db, doctorId: string, clock: Clock): Promise<Presence> {
  if (!(await findDoctorWithAccount(db, doctorId))) throw new AppError('DOCTOR_NOT_FOUND')
  return toPresence(await findPresence(db, doctorId), clock)
}

/** Throws DOCTOR_NOT_FOUND, CONFLICT, ABSENCE_OVER. The audit log gets numbers only: the reason of an absence is personal. */
export async function changePresence(
  begun: Begun,
  actor: Actor,
  { doctorId, version, ...fields }: PresenceFields & { doctorId: string; version: number },
): Promise<void> {
  const [tx, doctor] = await lockDoctor(begun, doctorId)
  if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
  const before = await findPresence(tx, doctorId)
  if ((before?.version ?? 0) !== version) throw new AppError('CONFLICT')
  const { timeZone, shifts, absences } = fields
  const today = dayOf(new Date(), timeZone).toString()
  const over = absences.find(({ to }) => to < today)
  if (over) throw new AppError('ABSENCE_OVER', { day: over.to })
  await savePresence(tx, doctorId, fields)
  await audit(tx, actor, {
    action: 'presence.changed',
    target: { type: 'doctor', id: doctorId },
    details: { timeZone, shifts: shifts.length, absences: absences.length },
  })
}
