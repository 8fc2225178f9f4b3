import { AppError } from '@readroom/contracts/core/errors'
import { paginate } from '@readroom/contracts/core/pagination'
import {
  type ArchiveState,
  type ArrivalHour,
  type IntakeFailure,
  type LabIntake,
  type Refusal,
  refusalsShown,
} from '@readroom/contracts/operations/system'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { listStudiesInQuarantine } from '@readroom/db/images/quarantine'
import { countArrivals, listLabIntake } from '@readroom/db/operations/lab-intake'
import { listDamaged, readArchiveDisk } from '@readroom/db/studies/intake/archive-state'
import { type IntakeFailureRow, listIntakeFailures, retryIntakeFailure } from '@readroom/db/studies/intake/intake-failures'
import { listRefusals } from '@readroom/db/studies/refusals'
import type { Context } from '../../core/context.ts'
import { estimateDaysLeft, isNearlyFull } from './archive-disk.ts'
import { wordsOfFailure, wordsOfRefusal } from './failure-words.ts'

const DAMAGED_SHOWN = 100

const toDamaged = ({ id: _id, since, ...rest }: Awaited<ReturnType<typeof listDamaged>>[number]) => ({
  _id,
  since: since.toISOString(),
  ...rest,
})

function toFailure(row: IntakeFailureRow): IntakeFailure {
  const { orthancId, attempts, unknownAeTitle, reason: details } = row
  const since = row.firstFailedAt.toISOString()
  const nextAttemptAt = row.nextAttemptAt.toISOString()
  return { orthancId, reason: wordsOfFailure(row), details, attempts, since, nextAttemptAt, unknownAeTitle }
}

export function createSystemService({ db }: Pick<Context, 'db'>) {
  return {
    async failures(query: { page: number; limit: number }) {
      const { rows, total } = await listIntakeFailures(db, query)
      return { data: rows.map(toFailure), pagination: paginate(total, query) }
    },

    /** Makes the next attempt due. The worker starts it within a second. */
    async retry(actor: Actor, orthancId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await retryIntakeFailure(tx, orthancId)
        if (!row) throw new AppError('INTAKE_FAILURE_NOT_FOUND')
        const action = row.unknownAeTitle === null ? 'intake.retried' : 'intake.accepted'
        await audit(tx, actor, { action, target: { type: 'archived-study', id: orthancId }, details: {} })
      })
    },

    async refusals(): Promise<{ data: Refusal[]; totalRecords: number }> {
      const { rows, total } = await listRefusals(db, refusalsShown)
      const data = rows.map(({ id: _id, callingAeTitle, reason, firstAt, lastAt, ...rest }) => ({
        _id,
        ...rest,
        callingAeTitle: callingAeTitle || null,
        reason: wordsOfRefusal(reason),
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      }))
      return { data, totalRecords: total }
    },

    async intake(zone: string): Promise<{ labs: LabIntake[]; hours: ArrivalHour[] }> {
      const labs = await listLabIntake(db, zone)
      const hours = await countArrivals(db)
      return {
        labs: labs.map(({ id: _id, lag, lastImageAt, ...rest }) => ({
          _id,
          lagSeconds: lag === null ? null : Math.round(lag),
          lastImageAt: lastImageAt?.toISOString() ?? null,
          ...rest,
        })),
        hours: hours.map(({ at, studies }) => ({ at: at.toISOString(), studies })),
      }
    },

    async archive(): Promise<ArchiveState> {
      const disk = await readArchiveDisk(db)
      const { freeBytes, totalBytes, usedBytes, checkedAt } = disk
      const damaged = await listDamaged(db, DAMAGED_SHOWN)
      const quarantined = await listStudiesInQuarantine(db, DAMAGED_SHOWN)
      return {
        freeBytes,
        totalBytes,
        usedBytes,
        checkedAt: checkedAt.toISOString(),
        isNearlyFull: isNearlyFull(disk),
        daysLeft: await estimateDaysLeft(db, disk),
        damaged: damaged.map(toDamaged),
        quarantined: quarantined.map(toDamaged),
      }
    },
  }
}
