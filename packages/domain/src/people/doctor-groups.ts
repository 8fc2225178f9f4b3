import { AppError } from '@readroom/contracts/core/errors'
import type { DoctorGroupFields } from '@readroom/contracts/people/doctor-groups'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import {
  type DoctorGroupRow,
  deleteDoctorGroup,
  insertDoctorGroup,
  isDoctorGroupInUse,
  lockDoctorGroup,
  renameDoctorGroup,
  replaceGroupDoctors,
} from '@readroom/db/people/doctor-groups'

const target = (id: string) => ({ target: { type: 'doctor_group', id } })

async function lockGroup(tx: Tx, id: string): Promise<DoctorGroupRow> {
  const group = await lockDoctorGroup(tx, id)
  if (!group) throw new AppError('DOCTOR_GROUP_NOT_FOUND')
  return group
}

async function putDoctors(tx: Tx, id: string, doctorIds: readonly string[]): Promise<void> {
  if ((await replaceGroupDoctors(tx, id, [...doctorIds])) < doctorIds.length) throw new AppError('DOCTOR_NOT_FOUND')
}

/** Returns the new group's id. Throws DOCTOR_NOT_FOUND. A name that another group has breaks a constraint. */
export async function createDoctorGroup(tx: Tx, actor: Actor, { name, doctorIds }: DoctorGroupFields): Promise<string> {
  const id = await insertDoctorGroup(tx, name)
  await putDoctors(tx, id, doctorIds)
  await audit(tx, actor, { action: 'doctor_group.created', ...target(id), details: { doctorIds } })
  return id
}

/** Throws DOCTOR_GROUP_NOT_FOUND, CONFLICT, DOCTOR_NOT_FOUND. A name that another group has breaks a constraint. */
export async function changeDoctorGroup(
  tx: Tx,
  actor: Actor,
  { groupId, version, name, doctorIds }: DoctorGroupFields & { groupId: string; version: number },
): Promise<void> {
  const group = await lockGroup(tx, groupId)
  if (group.version !== version) throw new AppError('CONFLICT')
  await renameDoctorGroup(tx, groupId, name)
  await putDoctors(tx, groupId, doctorIds)
  await audit(tx, actor, { action: 'doctor_group.changed', ...target(groupId), details: { doctorIds } })
}

/** Throws DOCTOR_GROUP_NOT_FOUND, and DOCTOR_GROUP_IN_USE if a laboratory is limited to the group: without it every doctor would be dealt its studies. */
export async function removeDoctorGroup(tx: Tx, actor: Actor, groupId: string): Promise<void> {
  await lockGroup(tx, groupId)
  if (await isDoctorGroupInUse(tx, groupId)) throw new AppError('DOCTOR_GROUP_IN_USE')
  await deleteDoctorGroup(tx, groupId)
  await audit(tx, actor, { action: 'doctor_group.deleted', ...target(groupId) })
}
