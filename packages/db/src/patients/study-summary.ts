import { and, asc, desc, eq, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { reportDispatches } from '../reports/dispatches.schema.ts'
import { downloads, reports } from '../reports/reports.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { studyDiscussions } from '../studies/discussions/discussions.schema.ts'
import { escalationMessages, escalations } from '../studies/escalations/escalations.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { studyEventLog } from '../studies/study-events.schema.ts'
import { familyOf } from './patient-merges.ts'

/** The number of newest entries shown of lists that grow with use. */
const mostRows = 200

/** The doctor's account, beside that of who did it. */
const subject = alias(users, 'subject')

/** The events of a study, oldest first, with the names of the actor and of the doctor concerned, and the comment written with it. Edits of the record have their own list. */
export async function listCourseEvents(db: Db, studyId: string) {
  return db
    .select({
      event: studyEventLog,
      actorName: users.fullName,
      actorRole: users.role,
      doctorName: subject.fullName,
      comment: studyDiscussions.comment,
    })
    .from(studyEventLog)
    .leftJoin(users, eq(users.id, studyEventLog.actorUserId))
    .leftJoin(doctors, sql`${doctors.id}::text = ${studyEventLog.details}->>'doctorId'`)
    .leftJoin(subject, eq(subject.id, doctors.userId))
    .leftJoin(
      studyDiscussions,
      and(eq(studyDiscussions.studyId, studyId), sql`${studyDiscussions.id}::text = ${studyEventLog.details}->>'commentId'`),
    )
    .where(and(eq(studyEventLog.studyId, studyId), notInArray(studyEventLog.event, ['edited', 'prior_opened'])))
    .orderBy(asc(studyEventLog.at), asc(studyEventLog.id))
}
export type CourseEvent = Awaited<ReturnType<typeof listCourseEvents>>[number]

/** The assignments of the study, oldest first. */
export async function listAssignments(db: Db, studyId: string) {
  return db
    .select({
      assignedAt: assignments.assignedAt,
      unassignedAt: assignments.unassignedAt,
      doctorId: doctors.id,
      doctorName: subject.fullName,
      doctorEmail: subject.email,
      specialization: doctors.specialization,
      assignedBy: users.fullName,
    })
    .from(assignments)
    .innerJoin(doctors, eq(doctors.id, assignments.doctorId))
    .innerJoin(subject, eq(subject.id, doctors.userId))
    .leftJoin(users, eq(users.id, assignments.assignedBy))
    .where(eq(assignments.studyId, studyId))
    .orderBy(asc(assignments.assignedAt), asc(assignments.id))
}
export type AssignmentRecord = Awaited<ReturnType<typeof listAssignments>>[number]

/** The downloads of images and reports of a study, newest first. */
export async function listDownloads(db: Db, studyId: string) {
  return db
    .select({
      kind: downloads.kind,
      at: downloads.at,
      userName: users.fullName,
      role: users.role,
      /** Of a report; null for images. */
      reportStatus: reports.status,
    })
    .from(downloads)
    .innerJoin(users, eq(users.id, downloads.userId))
    .leftJoin(reports, eq(reports.id, downloads.reportId))
    .where(eq(downloads.studyId, studyId))
    .orderBy(desc(downloads.at), desc(downloads.id))
    .limit(mostRows)
}
export type DownloadRecord = Awaited<ReturnType<typeof listDownloads>>[number]

/** To whom a study's reports were sent, newest first. */
export async function listDispatches(db: Db, studyId: string) {
  return db
    .select({ dispatch: reportDispatches, dispatchedBy: users.fullName })
    .from(reportDispatches)
    .innerJoin(users, eq(users.id, reportDispatches.dispatchedBy))
    .where(eq(reportDispatches.studyId, studyId))
    .orderBy(desc(reportDispatches.dispatchedAt), desc(reportDispatches.id))
    .limit(mostRows)
}
export type DispatchRecord = Awaited<ReturnType<typeof listDispatches>>[number]

const isTold = (way: 'live' | 'email') => sql`${escalationMessages.way} = ${way} and ${users.id} is not null`

/** The accounts that were told in one way, by name. */
const toldBy = (way: 'live' | 'email') =>
  sql<string[]>`coalesce(json_agg(${users.fullName} order by ${users.fullName}) filter (where ${isTold(way)}), '[]')`

const addresses = sql<string[]>`coalesce(json_agg(${escalationMessages.address} order by ${escalationMessages.address})
  filter (where ${escalationMessages.address} is not null), '[]')`

/** The steps at which people were told that the study's report is due or late, oldest first, with who was told. */
export async function listEscalations(db: Db, studyId: string) {
  return db
    .select({
      step: escalations.step,
      at: escalations.at,
      live: toldBy('live'),
      emailed: toldBy('email'),
      /** Those of the laboratory's rules that got an email. */
      addresses,
      // Drizzle reads null by itself.
      emailedAt: sql`max(${escalationMessages.at}) filter (where ${escalationMessages.way} = 'email')`.mapWith(
        (at: string): Date | null => new Date(at),
      ),
    })
    .from(escalations)
    .innerJoin(escalationMessages, eq(escalationMessages.escalationId, escalations.id))
    .leftJoin(users, eq(users.id, escalationMessages.userId))
    .where(eq(escalations.studyId, studyId))
    .groupBy(escalations.id)
    .orderBy(asc(escalations.at), asc(escalations.id))
}
export type EscalationRecord = Awaited<ReturnType<typeof listEscalations>>[number]

/** The saves of the records of a patient's studies, newest first: a change of the patient is noted with one study, and shows on all. */
export async function listEdits(db: Db, patientRowId: string) {
  return db
    .select({
      studyId: studyEventLog.studyId,
      at: studyEventLog.at,
      details: studyEventLog.details,
      actorName: users.fullName,
      /** False if the study was another patient's then. Older saves do not say whose it was. */
      isOfPatient: sql<boolean>`coalesce((${studyEventLog.details} ->> 'patientRowId')::uuid in (
        ${familyOf([patientRowId])} select id from family), true)`,
    })
    .from(studyEventLog)
    .innerJoin(studies, eq(studies.id, studyEventLog.studyId))
    .leftJoin(users, eq(users.id, studyEventLog.actorUserId))
    .where(and(eq(studies.patientRowId, patientRowId), eq(studyEventLog.event, 'edited')))
    .orderBy(desc(studyEventLog.at), desc(studyEventLog.id))
    .limit(mostRows)
}
export type EditRecord = Awaited<ReturnType<typeof listEdits>>[number]
