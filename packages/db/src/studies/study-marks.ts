import type { Role } from '@readroom/contracts/core/permissions'
import { type OrderState, openOrderStates } from '@readroom/contracts/orders/orders'
import { type FoundMark, foundMarks, type ManualMark, manualMarks } from '@readroom/contracts/studies/study-marks'
import { type SQL, sql } from 'drizzle-orm'
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

/** The condition of each mark that Readroom finds. The statement that reads rows calls the laboratory `lab`. */
const foundConditions: Record<FoundMark, Expression> = {
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
  mlc: sql`mlc_case`,
}

/** The condition of a mark that people set. */
const hasMark = (mark: ManualMark): SQL => sql`case_flags @> array[${literals([mark])}]`

const item = (mark: string, condition: SQL): SQL => sql`case when ${condition} then ${literals([mark])} end`

/** Returns the items of an array: a row's marks, and null for each mark that it does not have. */
export const marksFor = (role: Role): SQL =>
  sql.join(
    [
      ...foundMarks.map((mark) => item(mark, readBy(foundConditions[mark], role))),
      ...manualMarks.map((mark) => item(mark, hasMark(mark))),
    ],
    sql`, `,
  )
