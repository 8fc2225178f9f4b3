import { AppError } from '@readroom/contracts/errors'
import type { Priority } from '@readroom/contracts/primitives'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { emitLive } from '@readroom/db/outbox'
import { countActiveAssignments, endAssignment, insertAssignment } from '@readroom/db/queries/assignments'
import { type DoctorRecord, findDoctor } from '@readroom/db/queries/doctors'
import { lockStudy, type StudyRow } from '@readroom/db/queries/studies'
import { transition } from '@readroom/db/transition'
import type { Context } from '../../context.ts'

type AssignmentKey = { studyId: string; doctorId: string }

async function lockBoth(
  tx: Db,
  actor: Actor,
  { studyId, doctorId }: AssignmentKey,
): Promise<{ study: StudyRow; doctor: DoctorRecord }> {
  const study = await lockStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  const doctor = await findDoctor(tx, doctorId)
  if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
  return { study, doctor }
}

export function createAssignmentService({ db }: Pick<Context, 'db'>) {
  return {
    /** Repeating it changes nothing. */
    async assign(actor: Actor, key: AssignmentKey & { priority: Priority }): Promise<void> {
      await db.transaction(async (tx) => {
        const { study, doctor } = await lockBoth(tx, actor, key)
        if (!doctor.isAssignable) throw new AppError('DOCTOR_NOT_ASSIGNABLE')
        if (!(await insertAssignment(tx, { ...key, assignedBy: actor.userId }))) return
        await transition(tx, study, 'assigned', {
          actorUserId: actor.userId,
          details: { doctorId: doctor.id, priority: key.priority },
        })
        await audit(tx, actor, {
          action: 'assignment.created',
          target: { type: 'study', id: study.id },
          details: { doctorId: doctor.id },
        })
      })
    },

    /** Ends the doctor's access at once. Repeating it changes nothing. */
    async unassign(actor: Actor, key: AssignmentKey): Promise<void> {
      await db.transaction(async (tx) => {
        const { study, doctor } = await lockBoth(tx, actor, key)
        if (!(await endAssignment(tx, key, actor.userId))) return
        const details = { doctorId: doctor.id }
        const formerDoctorIds = [doctor.id]
        const isLast = (await countActiveAssignments(tx, study.id)) === 0
        if (isLast) await transition(tx, study, 'unassigned', { actorUserId: actor.userId, details, formerDoctorIds })
        else await emitLive(tx, { type: 'study.changed', studyId: study.id, formerDoctorIds })
        await audit(tx, actor, { action: 'assignment.ended', target: { type: 'study', id: study.id }, details })
      })
    },
  }
}
