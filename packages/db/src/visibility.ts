import type { Tab } from '@readroom/contracts/study-workflow'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Actor } from './actor.ts'
import { patients } from './schema/patients.ts'
import { studies } from './schema/studies.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

const ofTab = (tab: Tab) => (tab === 'all' ? sql`true` : sql`${studies.tab} = ${tab}`)

type ViewerIds = { labId: string | null | Placeholder; doctorId: string | null | Placeholder }

const hasDoctorKey = (keys: AnyPgColumn, key: SQL) => sql`${keys} @> array[${key}]::text[]`

const rowsOfRole: Record<Actor['role'], (ids: ViewerIds, tab: Tab) => SQL> = {
  admin: (_viewer, tab) => ofTab(tab),
  lab_staff: ({ labId }, tab) => sql`(${studies.labId} = ${labId} and ${ofTab(tab)})`,
  doctor_account: ({ doctorId }, tab) => {
    const key = tab === 'all' ? sql`${doctorId}` : sql`${doctorId}::text || ${`:${tab}`}`
    return hasDoctorKey(studies.doctorKeys, key)
  },
}

/** The one row check: which rows of `studies` the caller sees, of one tab. Goes into every list, count, search, export and lookup. */
export function visibleStudies(viewer: Viewer, tab: Tab = 'all'): SQL {
  return rowsOfRole[viewer.role](viewer, tab)
}

/** The same check in the words of the index of texts, which looks for a laboratory's and a doctor's studies and for texts in one go. */
export function searchedStudies(viewer: Viewer, tab: Tab = 'all'): SQL {
  if (viewer.role !== 'lab_staff') return visibleStudies(viewer, tab)
  return sql`(array[${studies.labId}] @> array[${viewer.labId}]::uuid[] and ${ofTab(tab)})`
}

/** The same check for a statement that is built once for a role: the viewer's ids are its placeholders `labId` and `doctorId`. */
export function visibleToRole(role: Actor['role']): SQL {
  return rowsOfRole[role]({ labId: sql.placeholder('labId'), doctorId: sql.placeholder('doctorId') }, 'all')
}

type Dated = Record<'studyDate' | 'receivedAt', AnyPgColumn>
type OfPatient = Dated & Record<'patientRowId' | 'labId' | 'labConflictAt', AnyPgColumn>

/** When a study was made; where its images do not say, when they came. */
export const dateOfStudy = ({ studyDate, receivedAt }: Dated): SQL =>
  sql`coalesce(${studyDate}, (${receivedAt} at time zone 'UTC')::date)`

/**
 * Whether a study is a prior of another: not later, of the same patient by an id, of the same laboratory. Studies without a laboratory share
 * a patient row with whoever else has none, and one that two laboratories claim is nobody's: neither has priors, or is one. Also true of a
 * study and itself.
 */
export const isPriorOf = (prior: OfPatient, current: OfPatient): SQL => sql`(
  ${prior.patientRowId} = ${current.patientRowId} and ${prior.labId} = ${current.labId}
  and ${prior.labConflictAt} is null and ${current.labConflictAt} is null
  and ${dateOfStudy(prior)} <= ${dateOfStudy(current)}
  and exists (select 1 from ${patients} p where p.id = ${prior.patientRowId} and p.patient_id <> ''))`

const current = alias(studies, 'current')

/**
 * What the caller may read, images and finished reports: what they see, and for a doctor the priors of that, for as long. For lookups by id or
 * UID; lists and counts are of what is visible. (Who sees a study of a laboratory otherwise sees its priors too.)
 */
export function readableStudies(viewer: Viewer): SQL {
  const visible = visibleStudies(viewer)
  if (viewer.role !== 'doctor_account') return visible
  return sql`(${visible} or exists (select 1 from ${studies} "current"
    where ${hasDoctorKey(current.doctorKeys, sql`${viewer.doctorId}`)} and ${isPriorOf(studies, current)}))`
}
