import { and, desc, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from '../core/actor.ts'
import { studies } from '../studies/studies.schema.ts'
import { visibleStudies } from '../studies/visibility.ts'

/** The position of a row in a list: its time, and its id. */
export type FhirPosition = { receivedAt: Date; id: string }

/** A page of a laboratory's rows. `id` asks for one row. */
export type FhirPage = { labId: string; id?: string | undefined; after?: FhirPosition | undefined; limit: number }

/** Returns the caller whose rows a client sees: the staff of its laboratory. */
export const staffOf = (labId: string): Caller => ({ role: 'lab_staff', labId, doctorId: null })

/** True for the studies that the laboratory's staff see. */
export const studiesOfLab = (labId: string): SQL => visibleStudies(staffOf(labId))

/** The condition of a page in a list by id, newest first. Ids rise with time. */
export const onPage = (column: AnyPgColumn, { id, after }: FhirPage): SQL | undefined =>
  and(id === undefined ? undefined : sql`${column} = ${id}`, after && lt(column, after.id))

/** The condition of a page in a list of studies. */
export const onStudyPage = ({ id, after }: FhirPage): SQL | undefined =>
  and(
    id === undefined ? undefined : sql`${studies.id} = ${id}`,
    after && sql`(${studies.receivedAt}, ${studies.id}) < (${after.receivedAt}, ${after.id}::uuid)`,
  )

/** The order of a list of studies, newest first, as the index of a laboratory's studies has it. */
export const newestStudiesFirst = [sql`${studies.receivedAt} desc nulls first`, sql`${studies.id} desc nulls first`]

/** The order of a list by id, newest first. */
export const newestFirst = (column: AnyPgColumn): SQL => desc(column)
