import { AppError } from '@readroom/contracts/errors'
import { type Priority, priorities } from '@readroom/contracts/primitives'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { countActiveAssignments, endAssignment, hasTouched, insertAssignment } from '@readroom/db/queries/assignments'
import { type DoctorRecord, findDoctor, holdDoctor } from '@readroom/db/queries/doctors'
import { emitChanged } from './outbox.ts'
import { endShareLinks } from './sharing.ts'
import { lockVisibleStudy, setPriority } from './studies.ts'
import { transition } from './transition.ts'

type AssignmentKey = { studyId: string; doctorId: string }

function found(doctor: DoctorRecord | null): DoctorRecord {
  if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
  return doctor
}

/** The more urgent of two. */
const higher = (one: Priority, other: Priority): Priority => (priorities.indexOf(one) > priorities.indexOf(other) ? one : other)

/** `isNew` is false where the doctor had the study already; `raisedFrom`: the priority that the study had, where it was raised. */
type Assigned = { isNew: boolean; raisedFrom: Priority | null }

/**
 * Gives a study to a doctor. A higher priority than the study's raises it; a lower one is no wish.
 * Throws STUDY_NOT_FOUND, DOCTOR_NOT_FOUND, DOCTOR_NOT_ASSIGNABLE, INVALID_TRANSITION.
 */
export async function assign(
  tx: Tx,
  actor: Actor,
  { priority: wanted, ...key }: AssignmentKey & { priority: Priority },
): Promise<Assigned> {
  const study = await lockVisibleStudy(tx, actor, key.studyId)
  // Held: a doctor who is being deactivated gets no study more.
  const doctor = found(await holdDoctor(tx, key.doctorId))
  if (!doctor.isAssignable) throw new AppError('DOCTOR_NOT_ASSIGNABLE')
  const priority = higher(study.priority, wanted)
  const isNew = await insertAssignment(tx, { ...key, priority, assignedBy: actor.userId })
  const context = { actorUserId: actor.userId, details: { doctorId: doctor.id, priority } }
  const present = isNew ? await transition(tx, study, 'assigned', context) : study
  const isRaised = await setPriority(tx, present, priority, actor.userId)
  const done = { isNew, raisedFrom: isRaised ? study.priority : null }
  if (!isNew && !isRaised) return done
  const target = { type: 'study', id: study.id }
  const details = { doctorId: doctor.id, ...(isRaised && { priority }) }
  await audit(tx, actor, { action: isNew ? 'assignment.created' : 'assignment.prioritized', target, details })
  return done
}

type Ending = AssignmentKey & {
  /** Not where the doctor has done anything with the study since. */
  onlyUntouched?: boolean
  /** The priority that the assignment raised. It comes back where nobody has set another since. */
  lowerTo?: Priority | undefined
}

/** Ends the doctor's access at once. Repeating it changes nothing. Throws STUDY_NOT_FOUND, DOCTOR_NOT_FOUND, STUDY_TOUCHED. */
export async function unassign(tx: Tx, actor: Actor, { onlyUntouched = false, lowerTo, ...key }: Ending): Promise<void> {
  const study = await lockVisibleStudy(tx, actor, key.studyId)
  const doctor = found(await findDoctor(tx, key.doctorId))
  if (onlyUntouched && (await hasTouched(tx, key))) throw new AppError('STUDY_TOUCHED')
  const ended = await endAssignment(tx, key, actor.userId)
  if (!ended) return
  await endShareLinks(tx, doctor.userId, study.id)
  const details = { doctorId: doctor.id }
  const formerDoctorIds = [doctor.id]
  const isLast = (await countActiveAssignments(tx, study.id)) === 0
  const isRaise = lowerTo !== undefined && lowerTo !== study.priority && higher(study.priority, lowerTo) === study.priority
  const present = isLast
    ? await transition(tx, study, 'unassigned', { actorUserId: actor.userId, details, formerDoctorIds })
    : study
  if (isRaise && ended.priority === study.priority) await setPriority(tx, present, lowerTo, actor.userId)
  if (!isLast) await emitChanged(tx, study.id, { formerDoctorIds })
  await audit(tx, actor, { action: 'assignment.ended', target: { type: 'study', id: study.id }, details })
}
