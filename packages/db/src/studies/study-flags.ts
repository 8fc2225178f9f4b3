import type { Role } from '@readroom/contracts/core/permissions'
import { type OrderState, openOrderStates } from '@readroom/contracts/orders/orders'
import { type FlagFilter, type StudyFlag, studyFlags } from '@readroom/contracts/studies/study-flags'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { literals } from '../core/columns.ts'
import { orderMatches, orders } from '../orders/orders.schema.ts'
import { patients } from '../patients/patients.schema.ts'
import { reports, standingReports } from '../reports/reports.schema.ts'
import { series } from './series.schema.ts'
import { studies } from './studies.schema.ts'

const everyReport = sql`${reports} r where r.deleted_at is null`

/** The reports `r` that the caller may download, of laboratory `lab`: laboratories get finished ones, and preliminary ones by their rule. */
export const availableReports: Record<Role, SQL> = {
  admin: everyReport,
  lab_staff: sql`${standingReports} r where r.is_released and (r.is_final or (r.is_signed and lab.preliminary_visible))`,
  doctor_account: everyReport,
}

/** A value of a row. A function if roles read it differently. */
export type Expression = SQL | ((role: Role) => SQL)
export const readBy = (expression: Expression, role: Role): SQL =>
  typeof expression === 'function' ? expression(role) : expression

const hasOrderIn = (states: readonly OrderState[], condition: SQL = sql`true`): SQL =>
  sql`exists (select 1 from ${orderMatches} m join ${orders} o on o.id = m.order_id where m.study_id = studies.id
      and m.ended_at is null and o.lab_id = studies.lab_id and lab_conflict_at is null and o.state in (${literals(states)}) and ${condition})`

/** The condition under which the caller reads an early result `r`. */
const earlyResult: Record<Role, SQL> = {
  admin: sql`true`,
  lab_staff: sql`r.is_released and lab.preliminary_visible`,
  doctor_account: sql`true`,
}

/** The condition of each flag of a row. The statement that reads rows calls the laboratory `lab`. */
const flagConditions: Record<StudyFlag, Expression> = {
  preliminaryReport: (role) => sql`(reported_at is null and exists (select 1 from ${standingReports} r
      where r.study_id = studies.id and r.is_signed and not r.is_final and ${earlyResult[role]}))`,
  // Also after its pause has ended by itself.
  questionWaiting: sql`(paused_at is not null and reported_at is null)`,
  laboratoryConflict: sql`lab_conflict_at is not null`,
  imagesMissing: sql`images_missing_at is not null`,
  imagesDamaged: sql`images_damaged_at is not null`,
  newImages: sql`new_images_at is not null`,
  duplicateStudyUid: sql`exists (select 1 from ${studies} twin
      where twin.study_instance_uid = studies.study_instance_uid and twin.id <> studies.id)`,
  sharedSeriesUid: sql`exists (select 1 from ${series} own join ${series} other using (series_instance_uid)
      where own.study_id = studies.id and other.study_id <> studies.id)`,
  severalPeople: sql`several_people_at is not null`,
  // Not of a name that somebody has corrected.
  nameUnreadable: sql`(name_unreadable and patient_name is not distinct from shown_name(dicom_patient_name))`,
  // Not of an age that somebody has corrected.
  ageContradicted: sql`(contradicted_age is not null and patient_age is not distinct from dicom_patient_age)`,
  identityReview: sql`exists (select 1 from ${patients} p where p.id = studies.patient_row_id and p.identity_review_id is not null)`,
  hasOrder: hasOrderIn(openOrderStates),
  orderCancelled: hasOrderIn(['cancelled', 'discontinued']),
  priorityUnknown: hasOrderIn(openOrderStates, sql`o.unknown_values ? 'priority'`),
}

/** Returns the items of an array: a row's flags, and null for each flag that it does not have. */
export const flagsFor = (role: Role): SQL =>
  sql.join(
    studyFlags.map((flag) => sql`case when ${readBy(flagConditions[flag], role)} then ${literals([flag])} end`),
    sql`, `,
  )

/** The sums that count a yes-or-no filter (`CountedBy` in study-filters.ts), or the index that finds its rows. */
type FlagCountedBy = 'state' | 'kind' | { index: string }

/** The condition of each yes-or-no filter, the column that it reads, and what counts its studies. */
export const flagFilters: Record<FlagFilter, { countedBy: FlagCountedBy; condition: SQL; column: AnyPgColumn }> = {
  emergency: { countedBy: 'state', condition: sql`is_emergency`, column: studies.isEmergency },
  mlc: { countedBy: 'kind', condition: sql`mlc_case`, column: studies.mlcCase },
}
