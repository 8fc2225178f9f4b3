import type { DoctorGroupFields } from '@readroom/contracts/people/doctor-groups'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { uuids } from '../core/columns.ts'
import { assignmentModes } from '../turnaround/automatic-assignment.schema.ts'
import { doctorGroupMembers, doctorGroups } from './doctor-groups.schema.ts'
import { doctors } from './doctors.schema.ts'

export type DoctorGroupRow = typeof doctorGroups.$inferSelect

/** Returns all groups by name, with the ids of their doctors in order. */
export async function listDoctorGroups(db: Db): Promise<(DoctorGroupRow & { doctorIds: string[] })[]> {
  const doctorIds = sql<string[]>`array(
    select ${doctorGroupMembers.doctorId} from ${doctorGroupMembers} where ${doctorGroupMembers.groupId} = ${doctorGroups.id}
    order by ${doctorGroupMembers.doctorId})`
  return db
    .select({ ...getTableColumns(doctorGroups), doctorIds })
    .from(doctorGroups)
    .orderBy(sql`lower(${doctorGroups.name})`)
}

/** Returns a group with the ids of its doctors, or null. */
export async function findDoctorGroup(db: Db, id: string): Promise<{ name: string; doctorIds: string[] } | null> {
  const groups = await listDoctorGroups(db)
  return groups.find((group) => group.id === id) ?? null
}

/** Returns a group, locked until the transaction ends; or null. */
export async function lockDoctorGroup(tx: Tx, id: string): Promise<DoctorGroupRow | null> {
  const [row] = await tx.select().from(doctorGroups).where(eq(doctorGroups.id, id)).for('update')
  return row ?? null
}

/** Returns whether a group exists. It is not deleted until the transaction ends. */
export async function holdDoctorGroup(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.select({ id: doctorGroups.id }).from(doctorGroups).where(eq(doctorGroups.id, id)).for('key share')
  return rows.length > 0
}

/** Returns its id. Breaks `doctor_groups_name` if another one has the name. */
export async function insertDoctorGroup(tx: Tx, name: string): Promise<string> {
  const [row] = await tx.insert(doctorGroups).values({ name }).returning({ id: doctorGroups.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Breaks the same constraint as an insert. */
export async function renameDoctorGroup(tx: Tx, id: string, name: string): Promise<void> {
  const version = sql`${doctorGroups.version} + 1`
  await tx.update(doctorGroups).set({ name, version, updatedAt: sql`now()` }).where(eq(doctorGroups.id, id))
}

/** Puts doctors into a group in place of those before. Returns how many of them exist. */
export async function replaceGroupDoctors(tx: Tx, id: string, doctorIds: DoctorGroupFields['doctorIds']): Promise<number> {
  await tx.delete(doctorGroupMembers).where(eq(doctorGroupMembers.groupId, id))
  const { rowCount } = await tx.execute(sql`
    insert into ${doctorGroupMembers} (group_id, doctor_id)
    select ${id}, ${doctors.id} from ${doctors} where ${doctors.id} = any(${uuids(doctorIds)}) order by ${doctors.id}`)
  return rowCount ?? 0
}

/** Deletes a group. Its doctors stay. */
export async function deleteDoctorGroup(tx: Tx, id: string): Promise<void> {
  await tx.delete(doctorGroups).where(eq(doctorGroups.id, id))
}

/** Reports whether automatic assignment of a laboratory is limited to a group. */
export async function isDoctorGroupInUse(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(assignmentModes, eq(assignmentModes.groupId, id))) > 0
}
