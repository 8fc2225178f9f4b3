import { AppError } from '@readroom/contracts/core/errors'
import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import type { DealExplanation } from '@readroom/contracts/studies/assignment-engine'
import type { AssignmentMode } from '@readroom/contracts/studies/assignments'
import type { UnassignedBecause } from '@readroom/contracts/studies/automatic-assignment'
import type { Caller } from '@readroom/db/core/actor'
import { type AuditEntry, audit, auditEach } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { type DoctorRecord, findDoctor, holdDoctor } from '@readroom/db/people/doctors'
import {
  countActiveAssignments,
  endAssignment,
  hasTouched,
  insertAssignments,
  isOpenedByReader,
  listActiveDoctors,
} from '@readroom/db/studies/assignments/assignments'
import type { StudyRow } from '@readroom/db/studies/studies'
import { bySystem } from '../../access/first-accounts.ts'
import { emitChanged } from '../../core/outbox.ts'
import { endShareLinks } from '../sharing.ts'
import { lockVisibleStudy, prioritize } from '../studies.ts'
import { transition, transitionEach } from '../transition.ts'

type AssignmentKey = { studyId: string; doctorId: string }

/** An administrator, or the system with a `userId` of null. */
type Assigner = Caller & { userId: string | null; address: string }

/** Automatic assignment, as the one who assigns. */
export const theDealer: Assigner = { ...bySystem, role: 'admin', labId: null, doctorId: null }

function found(doctor: DoctorRecord | null): DoctorRecord {
  if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
  return doctor
}

/** The more urgent of two. */
const higher = (one: Priority, other: Priority): Priority => (priorities.indexOf(one) > priorities.indexOf(other) ? one : other)

/**
 * `isNew` is false if the doctor had the study already; `raisedFrom`: the priority that the study had, if it was raised; `replaced`: the doctors who
 * lost the study by it.
 */
type Assigned = { isNew: boolean; raisedFrom: Priority | null; replaced: string[] }

/**
 * Ends the assignments of all doctors but one, or that of `from` alone, and their access at once. Returns who they were. The study's row must be
 * locked.
 */
async function endOthers(tx: Tx, actor: Assigner, { studyId, doctorId, from }: NewAssignment): Promise<string[]> {
  const readers = await listActiveDoctors(tx, studyId)
  const others = readers.filter((other) => other.doctorId !== doctorId && (from === undefined || other.doctorId === from))
  const target = { type: 'study', id: studyId }
  for (const other of others) {
    await endAssignment(tx, { studyId, doctorId: other.doctorId }, actor.userId)
    await endShareLinks(tx, other.userId, studyId)
    await audit(tx, actor, { action: 'assignment.ended', target, details: { doctorId: other.doctorId, replacedBy: doctorId } })
  }
  return others.map((other) => other.doctorId)
}

/** Records that a study waits to be opened again, if the doctors who opened it have lost it before its report. Returns the study as it is then. */
async function noteUnopened(tx: Tx<'study'>, actor: Assigner, study: StudyRow): Promise<StudyRow> {
  if (study.openedAt === null || study.reportedAt !== null || (await isOpenedByReader(tx, study.id))) return study
  return transition(tx, study, 'unopened', { actorUserId: actor.userId })
}

type NewAssignment = AssignmentKey & {
  priority: Priority
  mode: AssignmentMode
  from?: string | undefined
  /** Automatic assignment chose the doctor. Its reasons go to the history of the study. */
  dealt?: { by: 'assign' | 'pool'; explanation: DealExplanation }
  /** The administrator confirmed a proposal, for these reasons. */
  proposed?: DealExplanation | undefined
}

/**
 * Gives a study to a doctor, instead of the doctors who have it or beside them. A higher priority than the study's raises it; a lower one is no wish.
 * Throws STUDY_NOT_FOUND, DOCTOR_NOT_FOUND, DOCTOR_NOT_ASSIGNABLE, LAB_UNDECIDED, INVALID_TRANSITION.
 */
export async function assign(begun: Before<'study'>, actor: Assigner, wanted: NewAssignment): Promise<Assigned> {
  const [withStudy, study] = await lockVisibleStudy(begun, actor, wanted.studyId)
  // Held: a doctor who is being deactivated gets no study more.
  const [tx, held] = await holdDoctor(withStudy, wanted.doctorId)
  if (!found(held).isAssignable) throw new AppError('DOCTOR_NOT_ASSIGNABLE')
  const [assigned] = await assignEach(tx, actor, [{ study, wanted }])
  if (assigned === undefined) throw new Error('one assignment has one outcome')
  return assigned
}

/** The doctors who have a study, before and after an assignment, and its priority then. */
function planned(study: StudyRow, { doctorId, priority: wanted }: NewAssignment, replaced: string[]) {
  const isNew = !study.doctorIds.includes(doctorId)
  const doctorIds = [...study.doctorIds.filter((id) => !replaced.includes(id)), doctorId]
  return { isNew, doctorIds, priority: higher(study.priority, wanted) }
}

/** As `assign`, for studies that the actor sees, and doctors who can have studies. The transaction holds all of them. */
export async function assignEach(
  tx: Tx<'study'>,
  actor: Assigner,
  given: readonly { study: StudyRow; wanted: NewAssignment }[],
): Promise<Assigned[]> {
  // No doctor sees such a study, so nobody would read it.
  if (given.some(({ study }) => study.labConflictAt !== null)) throw new AppError('LAB_UNDECIDED')
  const plans = []
  for (const { study, wanted } of given) {
    const replaced = wanted.mode === 'replace' ? await endOthers(tx, actor, wanted) : []
    plans.push({ study, wanted, replaced, ...planned(study, wanted, replaced) })
  }
  const added = plans.filter(({ isNew }) => isNew)
  const assigned = await transitionEach(
    tx,
    'assigned',
    added.map(({ study, wanted: { doctorId, dealt, proposed }, replaced, priority, doctorIds }) => {
      const details = { doctorId, priority, replaced, ...(dealt && { dealt }), ...(proposed && { proposed }) }
      return { study, context: { actorUserId: actor.userId, details, doctorIds, formerDoctorIds: replaced } }
    }),
  )
  await insertAssignments(
    tx,
    added.map(({ wanted: { studyId, doctorId, dealt }, priority }) => {
      return { studyId, doctorId, priority, assignedBy: actor.userId, dealtBy: dealt?.by ?? null }
    }),
  )
  const rowOf = new Map(assigned.map((study) => [study.id, study]))
  const entries: AuditEntry[] = []
  for (const { study, wanted, replaced, isNew, priority } of plans) {
    const row = rowOf.get(study.id) ?? study
    if (!isNew && replaced.length > 0) await emitChanged(tx, study.id, { formerDoctorIds: replaced })
    const present = replaced.length > 0 ? await noteUnopened(tx, actor, row) : row
    await prioritize(tx, present, { priority }, actor.userId)
    const isRaised = priority !== study.priority
    if (!isNew && !isRaised) continue
    const { doctorId, dealt } = wanted
    const details = { doctorId, ...(isRaised && { priority }), ...(dealt && { dealtBy: dealt.by }) }
    const action = isNew ? 'assignment.created' : 'assignment.prioritized'
    entries.push({ action, target: { type: 'study', id: study.id }, details })
  }
  await auditEach(tx, actor, entries)
  return plans.map(({ study, isNew, priority, replaced }) => {
    return { isNew, raisedFrom: priority === study.priority ? null : study.priority, replaced }
  })
}

type Ending = AssignmentKey & {
  /** Not if the doctor has done anything with the study since. */
  onlyUntouched?: boolean
  /** The priority that the assignment raised. It comes back if nobody has set another since. */
  lowerTo?: Priority | undefined
  /** Automatic assignment takes the study, for this reason. */
  because?: UnassignedBecause | undefined
}

/** Ends the doctor's access at once. Repeating it changes nothing. Throws STUDY_NOT_FOUND, DOCTOR_NOT_FOUND, STUDY_TOUCHED. */
export async function unassign(
  begun: Before<'study'>,
  actor: Assigner,
  { onlyUntouched = false, lowerTo, because, ...key }: Ending,
): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, key.studyId)
  const doctor = found(await findDoctor(tx, key.doctorId))
  if (onlyUntouched && (await hasTouched(tx, key))) throw new AppError('STUDY_TOUCHED')
  const ended = await endAssignment(tx, key, actor.userId)
  if (!ended) return
  await endShareLinks(tx, doctor.userId, study.id)
  const details = { doctorId: doctor.id, ...(because && { dealt: { because } }) }
  const formerDoctorIds = [doctor.id]
  const isLast = (await countActiveAssignments(tx, study.id)) === 0
  const isRaise = lowerTo !== undefined && lowerTo !== study.priority && higher(study.priority, lowerTo) === study.priority
  const present = isLast
    ? await transition(tx, study, 'unassigned', { actorUserId: actor.userId, details, formerDoctorIds })
    : await noteUnopened(tx, actor, study)
  if (isRaise && ended.priority === study.priority) await prioritize(tx, present, { priority: lowerTo }, actor.userId)
  if (!isLast) await emitChanged(tx, study.id, { formerDoctorIds })
  await audit(tx, actor, { action: 'assignment.ended', target: { type: 'study', id: study.id }, details })
}
