import type { Input, Output } from '@readroom/contracts/endpoint'
import { paginate } from '@readroom/contracts/pagination'
import type { TatDoctor, TatFilters, TatSort, TatSummary, tatEndpoints } from '@readroom/contracts/tat'
import type { Actor } from '@readroom/db/actor'
import { readTatRecords } from '@readroom/db/queries/tat-record'
import { countTat, listTat, listTatDoctors } from '@readroom/db/queries/tat-report'
import { summariseTat } from '@readroom/db/queries/tat-summary'
import type { Context } from '../../context.ts'
import { toTatDoctor, toTatStudy } from './tat-row.ts'

type Endpoints = typeof tatEndpoints
type Report = Omit<Output<Endpoints['report']>, 'success'>

/** The newest of the date that the report is about, where nobody asks for another order. */
export const sortOf = ({ sort, dateType }: Pick<TatFilters, 'dateType'> & { sort?: TatSort | undefined }): TatSort =>
  sort ?? { key: dateType, descending: true }

export function createTatService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const zoneNow = () => settings.now().clinicTimeZone

  return {
    async doctors(actor: Actor, filters: Input<Endpoints['doctors']>['query']): Promise<TatDoctor[]> {
      const records = await listTatDoctors(db, { viewer: actor, filters, zone: zoneNow() })
      return records.map(toTatDoctor(actor))
    },

    /** What the charts show of everything that matches. */
    summary: (actor: Actor, filters: TatFilters): Promise<TatSummary> =>
      summariseTat(db, { viewer: actor, filters, zone: zoneNow() }),

    /** One page, and the counts of the whole result. */
    async report(actor: Actor, { page, limit, sort, ...filters }: Input<Endpoints['report']>['query']): Promise<Report> {
      const request = { viewer: actor, filters, zone: zoneNow() }
      const readAt = new Date().toISOString()
      const cut = { sort: sortOf({ sort, ...filters }), limit, offset: (page - 1) * limit }
      const [{ studies, reported }, ids] = await Promise.all([countTat(db, request), listTat(db, request, cut)])
      const records = await readTatRecords(db, actor, ids)
      return {
        studies: records.map(toTatStudy),
        summary: { studies, reported, open: studies - reported },
        pagination: paginate(studies, { page, limit }),
        readAt,
      }
    },
  }
}
