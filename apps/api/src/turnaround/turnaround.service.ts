import type { Input, Output } from '@readroom/contracts/core/endpoint'
import { paginate } from '@readroom/contracts/core/pagination'
import type {
  TurnaroundDoctor,
  TurnaroundFilters,
  TurnaroundSort,
  TurnaroundSummary,
  turnaroundEndpoints,
} from '@readroom/contracts/turnaround/turnaround-report'
import type { Actor } from '@readroom/db/core/actor'
import { readTurnaroundRecords } from '@readroom/db/turnaround/turnaround-record'
import { countTurnaround, listTurnaround, listTurnaroundDoctors } from '@readroom/db/turnaround/turnaround-report'
import { summariseTurnaround } from '@readroom/db/turnaround/turnaround-summary'
import type { Context } from '../core/context.ts'
import { toTurnaroundDoctor, toTurnaroundStudy } from './turnaround-row.ts'

type Endpoints = typeof turnaroundEndpoints
type Report = Omit<Output<Endpoints['report']>, 'success'>

/** Returns the requested order, or newest first by the report's date type. */
export const sortOf = ({
  sort,
  dateType,
}: Pick<TurnaroundFilters, 'dateType'> & { sort?: TurnaroundSort | undefined }): TurnaroundSort =>
  sort ?? { key: dateType, descending: true }

export function createTurnaroundService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const zoneNow = () => settings.now().clinicTimeZone

  return {
    async doctors(actor: Actor, filters: Input<Endpoints['doctors']>['query']): Promise<TurnaroundDoctor[]> {
      const records = await listTurnaroundDoctors(db, { caller: actor, filters, zone: zoneNow() })
      return records.map(toTurnaroundDoctor(actor))
    },

    /** Summarises all matching studies for the charts. */
    summary: (actor: Actor, filters: TurnaroundFilters): Promise<TurnaroundSummary> =>
      summariseTurnaround(db, { caller: actor, filters, zone: zoneNow() }),

    /** Returns one page, and the counts of the whole result. */
    async report(actor: Actor, { page, limit, sort, ...filters }: Input<Endpoints['report']>['query']): Promise<Report> {
      const request = { caller: actor, filters, zone: zoneNow() }
      const readAt = new Date().toISOString()
      const cut = { sort: sortOf({ sort, ...filters }), limit, offset: (page - 1) * limit }
      const [{ studies, reported }, ids] = await Promise.all([countTurnaround(db, request), listTurnaround(db, request, cut)])
      const records = await readTurnaroundRecords(db, actor, ids)
      return {
        studies: records.map(toTurnaroundStudy),
        summary: { studies, reported, open: studies - reported },
        pagination: paginate(studies, { page, limit }),
        readAt,
      }
    },
  }
}
