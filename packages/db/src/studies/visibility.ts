import { Role } from '@readroom/contracts/core/permissions'
import type { Tab } from '@readroom/contracts/studies/study-workflow'
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Actor, Caller } from '../core/actor.ts'
import { patients } from '../patients/patients.schema.ts'
import { studies } from './studies.schema.ts'

const ofTab = (tab: Tab) => (tab === 'all' ? sql`true` : sql`${studies.tab} = ${tab}`)

type ViewerId = string | null | Placeholder | SQLWrapper
type ViewerIds = { labId: ViewerId; doctorId: ViewerId }

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
export function visibleStudies(caller: Caller, tab: Tab = 'all'): SQL {
  return rowsOfRole[caller.role](caller, tab)
}

/** The row check of `visibleStudies` as the text index reads it: one scan finds a laboratory's or a doctor's studies and the text. */
export function searchedStudies(caller: Caller, tab: Tab = 'all'): SQL {
  if (caller.role !== 'lab_staff') return visibleStudies(caller, tab)
  return sql`(array[${studies.labId}] @> array[${caller.labId}]::uuid[] and ${ofTab(tab)})`
}

const viewerPlaceholders: ViewerIds = { labId: sql.placeholder('labId'), doctorId: sql.placeholder('doctorId') }

/** The row check of `visibleStudies` for a statement that is built once for a role. The caller's ids are its placeholders `labId` and `doctorId`. */
export function visibleToRole(role: Actor['role']): SQL {
  return rowsOfRole[role](viewerPlaceholders, 'all')
}

/** The row check of `visibleStudies` for a statement that reads the caller as well, from the columns of a session's account. */
export function visibleToAccount({ role, ...ids }: ViewerIds & { role: SQLWrapper }): SQL {
  const rows = Object.values(Role.enum).map((each) => sql`when ${each} then ${rowsOfRole[each](ids, 'all')}`)
  return sql`case ${role} ${sql.join(rows, sql` `)} end`
}

type Dated = Record<'studyDate' | 'receivedAt', AnyPgColumn>
type OfPatient = Dated & Record<'patientRowId' | 'labId' | 'labConflictAt', AnyPgColumn>

/** Returns the study date; if the images have none, the date of their arrival. */
export const dateOfStudy = ({ studyDate, receivedAt }: Dated): SQL =>
  sql`coalesce(${studyDate}, (${receivedAt} at time zone 'UTC')::date)`

/**
 * True if a study is a prior of another: not later, of the same patient by an id, of the same laboratory. Studies without a laboratory share a
 * patient row with all others without one, and a study that two laboratories claim is nobody's: neither has priors, or is one. Also true of a study
 * and itself.
 */
export const isPriorOf = (prior: OfPatient, current: OfPatient): SQL => sql`(
  ${prior.patientRowId} = ${current.patientRowId} and ${prior.labId} = ${current.labId}
  and ${prior.labConflictAt} is null and ${current.labConflictAt} is null
  and ${dateOfStudy(prior)} <= ${dateOfStudy(current)}
  and exists (select 1 from ${patients} p where p.id = ${prior.patientRowId} and p.patient_id <> ''))`

const current = alias(studies, 'current')

function readableRows(role: Actor['role'], viewer: ViewerIds): SQL {
  const visible = rowsOfRole[role](viewer, 'all')
  if (role !== 'doctor_account') return visible
  return sql`(${visible} or exists (select 1 from ${studies} "current"
    where ${hasDoctorKey(current.doctorKeys, sql`${viewer.doctorId}`)} and ${isPriorOf(studies, current)}))`
}

/**
 * The row check for reading images and finished reports: the studies that the caller sees, and for a doctor the priors of those, for as long. For
 * lookups by id or UID; lists and counts use `visibleStudies`. (Laboratory staff and administrators see the priors of their studies anyway.)
 */
export const readableStudies = (caller: Caller): SQL => readableRows(caller.role, caller)

/** The row check of `readableStudies` for a statement that is built once for a role, as `visibleToRole`. */
export const readableToRole = (role: Actor['role']): SQL => readableRows(role, viewerPlaceholders)
