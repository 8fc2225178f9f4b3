import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from '../core/actor.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { shownTo } from '../studies/visible-reports.ts'

/** The position of a row in a list: its time, and its id. The time is that of arrival, or that of the change in a list by change. */
export type FhirPosition = { receivedAt: Date; id: string }

/** A range of times of change, with its beginning and without its end. */
export type FhirChanged = { from?: Date | undefined; before?: Date | undefined }

/** A page of a laboratory's rows. `ids` asks for these rows. With `changed` the list is by change, the oldest first. */
export type FhirPage = {
  labId: string
  ids?: readonly string[] | undefined
  after?: FhirPosition | undefined
  changed?: FhirChanged | undefined
  limit: number
}

/** Returns the caller whose rows a client sees: the staff of its laboratory. */
export const staffOf = (labId: string): Caller => ({ role: 'lab_staff', labId, doctorId: null })

/** True for the studies that the laboratory's staff see. */
export const studiesOfLab = (labId: string): SQL => visibleStudies(staffOf(labId))

/** True for the reports that laboratory staff see: no drafts, none that can be recalled, none that were withdrawn. */
export const reportsOfLab = shownTo({ role: 'lab_staff' }, false)

/** The columns of a table of changes. */
type ChangeColumns = { labId: AnyPgColumn; at: AnyPgColumn; id: AnyPgColumn }

/** The condition of a page in a list by change. It names the laboratory of the change, by which the index begins. */
export const onChangedPage = ({ labId, at, id }: ChangeColumns, page: FhirPage): SQL | undefined =>
  and(
    eq(labId, page.labId),
    page.ids && inArray(id, [...page.ids]),
    page.changed?.from && gte(at, page.changed.from),
    page.changed?.before && lt(at, page.changed.before),
    page.after && sql`(${at}, ${id}) > (${page.after.receivedAt}, ${page.after.id}::uuid)`,
  )

/** The order of a list by change, the oldest first: a row that changes while a client turns pages comes again, and none is missed. */
export const oldestChangeFirst = ({ at, id }: ChangeColumns): SQL[] => [asc(at), asc(id)]

/** The condition of a page in a list by id, newest first. Ids rise with time. */
export const onPage = (column: AnyPgColumn, { ids, after }: FhirPage): SQL | undefined =>
  and(ids && inArray(column, [...ids]), after && lt(column, after.id))

/** The condition of a page in a list of studies. */
export const onStudyPage = ({ ids, after }: FhirPage): SQL | undefined =>
  and(
    ids && inArray(studies.id, [...ids]),
    after && sql`(${studies.receivedAt}, ${studies.id}) < (${after.receivedAt}, ${after.id}::uuid)`,
  )

/** The order of a list of studies, newest first, as the index of a laboratory's studies has it. */
export const newestStudiesFirst = [sql`${studies.receivedAt} desc nulls first`, sql`${studies.id} desc nulls first`]

/** The order of a list by id, newest first. */
export const newestFirst = (column: AnyPgColumn): SQL => desc(column)
