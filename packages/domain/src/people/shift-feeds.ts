import { AppError } from '@readroom/contracts/core/errors'
import { can } from '@readroom/contracts/core/permissions'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import { hashOfSecret, newSecret } from '@readroom/db/core/secrets'
import { listPresences } from '@readroom/db/people/presence'
import { deleteShiftFeed, findFeedReader, saveShiftFeed } from '@readroom/db/people/shift-feeds'
import { Temporal } from 'temporal-polyfill'
import { dayOf } from '../studies/deadline-rules/working-time.ts'
import { spansWorked } from './presence-week.ts'

const dayMs = 86_400_000
const feedDays = { before: 7, ahead: 84 }

type Clock = { now: Date; zone: string }

/** Makes the actor's feed, and ends the one before. Returns its token, which can't be read again. */
export async function createShiftFeed(tx: Tx, actor: Actor): Promise<string> {
  const token = newSecret()
  await saveShiftFeed(tx, actor.userId, hashOfSecret(token))
  await audit(tx, actor, { action: 'shift_feed.created', target: { type: 'user', id: actor.userId } })
  return token
}

/** Throws SHIFT_FEED_NOT_FOUND. */
export async function removeShiftFeed(tx: Tx, actor: Actor): Promise<void> {
  if (!(await deleteShiftFeed(tx, actor.userId))) throw new AppError('SHIFT_FEED_NOT_FOUND')
  await audit(tx, actor, { action: 'shift_feed.removed', target: { type: 'user', id: actor.userId } })
}

/** Shifts of a doctor in milliseconds since 1970, and days on which the doctor is away: YYYY-MM-DD, from the first to the last. */
export type DoctorShifts = {
  doctorId: string
  fullName: string
  shifts: { from: number; to: number }[]
  away: { from: string; to: string }[]
}

/**
 * Returns the shifts and absences that a feed shows: a doctor's own, or those of all doctors to an administrator. `isOwn`: they are the reader's.
 * Throws SHIFT_FEED_NOT_FOUND, also if the account cannot sign in any more.
 */
export async function readShiftFeed(
  db: Db,
  token: string,
  { now, zone }: Clock,
): Promise<{ isOwn: boolean; doctors: DoctorShifts[] }> {
  const reader = await findFeedReader(db, hashOfSecret(token))
  if (!reader || !can(reader.role, 'presence.subscribe')) throw new AppError('SHIFT_FEED_NOT_FOUND')
  const isOwn = reader.role !== 'admin'
  const within = { from: now.getTime() - feedDays.before * dayMs, to: now.getTime() + feedDays.ahead * dayMs }
  const [first, last] = [within.from, within.to].map((at) => dayOf(new Date(at), zone))
  const isNear = ({ from, to }: { from: string; to: string }) =>
    first !== undefined &&
    last !== undefined &&
    Temporal.PlainDate.compare(to, first) >= 0 &&
    Temporal.PlainDate.compare(from, last) <= 0
  const doctors = (await listPresences(db)).filter(({ id }) => !isOwn || id === reader.doctorId)
  return {
    isOwn,
    doctors: doctors.map((doctor) => ({
      doctorId: doctor.id,
      fullName: doctor.fullName,
      shifts: spansWorked(doctor, within, zone),
      away: (doctor.presence?.absences ?? []).filter(isNear).map(({ from, to }) => ({ from, to })),
    })),
  }
}
