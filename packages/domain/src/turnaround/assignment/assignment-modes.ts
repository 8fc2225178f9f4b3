import { AppError } from '@readroom/contracts/core/errors'
import type { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Begun } from '@readroom/db/core/locks'
import { holdDoctorGroup } from '@readroom/db/people/doctor-groups'
import { findLabName } from '@readroom/db/people/labs'
import { insertMode, updateMode } from '@readroom/db/turnaround/automatic-assignment'
import { lockDealing } from '@readroom/db/turnaround/dealing'
import { lockVisibleStudy } from '../../studies/studies.ts'
import { transition } from '../../studies/transition.ts'

/** A group, or a decision about moves, of `undefined` is left as it is. */
type Choice = {
  labId: string
  mode: DealingMode
  groupId?: string | null | undefined
  proposesMoves?: boolean | undefined
  version: number
}

/** Lets automatic assignment choose a doctor for a study that waits, whatever an administrator decided before. Throws STUDY_NOT_FOUND, INVALID_TRANSITION. */
export async function releaseStudy(begun: Begun, actor: Actor, { studyId }: { studyId: string }): Promise<void> {
  const [dealing] = await lockDealing(begun)
  const [tx, study] = await lockVisibleStudy(dealing, actor, studyId)
  await transition(tx, study, 'released', { actorUserId: actor.userId })
  await audit(tx, actor, { action: 'assignment.released', target: { type: 'study', id: studyId } })
}

/**
 * Chooses how studies of a laboratory find their doctor, and among which doctors. No study is dealt by the former mode afterwards. Throws
 * LAB_NOT_FOUND, DOCTOR_GROUP_NOT_FOUND, CONFLICT.
 */
export async function chooseMode(begun: Begun, actor: Actor, { version, ...fields }: Choice): Promise<void> {
  const [tx] = await lockDealing(begun)
  const { labId, groupId, mode } = fields
  if ((await findLabName(tx, labId)) === null) throw new AppError('LAB_NOT_FOUND')
  if (typeof groupId === 'string' && !(await holdDoctorGroup(tx, groupId))) throw new AppError('DOCTOR_GROUP_NOT_FOUND')
  const isWritten = version === 0 ? await insertMode(tx, fields) : await updateMode(tx, { ...fields, version })
  if (!isWritten) throw new AppError('CONFLICT')
  await audit(tx, actor, {
    action: 'assignment_mode.changed',
    target: { type: 'lab', id: labId },
    details: { mode, groupId, proposesMoves: fields.proposesMoves },
  })
}
