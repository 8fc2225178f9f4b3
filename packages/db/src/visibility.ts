import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import { assignments, studies } from './schema/studies.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

const rowsOfRole: Record<Actor['role'], (viewer: Viewer) => SQL> = {
  admin: () => sql`true`,
  lab_staff: ({ labId }) => sql`${studies.labId} = ${labId}`,
  doctor_account: ({ doctorId }) => sql`exists (
    select 1 from ${assignments}
    where ${assignments.studyId} = ${studies.id} and ${assignments.doctorId} = ${doctorId} and ${assignments.unassignedAt} is null)`,
}

/** The one row check: which rows of `studies` the caller sees. Goes into every list, count, search, export and lookup. */
export function visibleStudies(viewer: Viewer): SQL {
  return rowsOfRole[viewer.role](viewer)
}
