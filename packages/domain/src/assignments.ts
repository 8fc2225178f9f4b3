import { AppError } from '@readroom/contracts/errors'
import type { Priority } from '@readroom/contracts/primitives'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { countActiveAssignments, endAssignment, insertAssignment } from '@readroom/db/queries/assignments'
import { type DoctorRecord, findDoctor } from '@readroom/db/queries/doctors'
import type { StudyRow } from '@readroom/db/queries/studies'
import { emitChanged } from './outbox.ts'
import { endShareLinks } from './sharing.ts'
import { lockVisibleStudy } from './studies.ts'
import { transition } from './transition.ts'

type AssignmentKey = { studyId: string; doctorId: string }

async function lockBoth(
  tx: Tx,
  actor: Actor,
  { studyId, doctorId }: AssignmentKey,
): Promise<{ study: StudyRow; doctor: DoctorRecord }> {
  const study = await lockVisibleStudy(tx, actor, studyId)
  const doctor = await findDoctor(tx, doctorId)
  if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
  return { study, doctor }
}

/** Gives a study to a doctor. Repeating it changes nothing. Throws STUDY_NOT_FOUND, DOCTOR_NOT_FOUND, DOCTOR_NOT_ASSIGNABLE, INVALID_TRANSITION. */
export async function assign(tx: Tx, actor: Actor, { priority, ...key }: AssignmentKey & { priority: Priority }): Promise<void> {
  const { study, doctor } = await lockBoth(tx, actor, key)
  if (!doctor.isAssignable) throw new AppError('DOCTOR_NOT_ASSIGNABLE')
  if (!(await insertAssignment(tx, { ...key, priority, assignedBy: actor.userId }))) return
  await transition(tx, study, 'assigned', { actorUserId: actor.userId, details: { doctorId: doctor.id, priority } })
  const target = { type: 'study', id: study.id }
  await audit(tx, actor, { action: 'assignment.created', target, details: { doctorId: doctor.id } })
}

/** Ends the doctor's access at once. Repeating it changes nothing. Throws STUDY_NOT_FOUND, DOCTOR_NOT_FOUND. */
export async function unassign(tx: Tx, actor: Actor, key: AssignmentKey): Promise<void> {
  const { study, doctor } = await lockBoth(tx, actor, key)
  if (!(await endAssignment(tx, key, actor.userId))) return
  await endShareLinks(tx, doctor.userId, study.id)
  const details = { doctorId: doctor.id }
  const formerDoctorIds = [doctor.id]
  const isLast = (await countActiveAssignments(tx, study.id)) === 0
  if (isLast) await transition(tx, study, 'unassigned', { actorUserId: actor.userId, details, formerDoctorIds })
  else await emitChanged(tx, study.id, formerDoctorIds)
  await audit(tx, actor, { action: 'assignment.ended', target: { type: 'study', id: study.id }, details })
}
