import type { PageQuery } from '@readroom/contracts/core/pagination'
import type { Address } from '@readroom/contracts/people/labs'
import type { DisplayRules } from '@readroom/contracts/reading/display-rules'
import type { studyTabs } from '@readroom/contracts/studies/study-workflow'
import { and, asc, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import { awaitsFirstPassword } from '../access/passwords.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Passed, passed, type Taken, taken } from '../core/locks.ts'
import { containsText, offsetOf, ofStatus, pageCounts, toPage } from '../core/pages.ts'
import { hl7Connections } from '../orders/hl7.schema.ts'
import { orders } from '../orders/orders.schema.ts'
import { patients } from '../patients/patients.schema.ts'
import { resultDestinations } from '../reports/results.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { doctors } from './doctors.schema.ts'
import { labAeTitles, labStaff, labs } from './labs.schema.ts'

export type LabRow = typeof labs.$inferSelect
export type NewLab = typeof labs.$inferInsert

/** A lab's columns that an administrator writes. */
export type LabFields = Pick<
  LabRow,
  | ('name' | 'identifier' | 'contactPerson' | 'contactEmail' | 'contactPhone' | 'notes' | 'isActive')
  | ('mailOnReport' | 'preliminaryVisible' | 'archiveReports' | 'everySeriesDisplayed' | 'displayRules' | 'sharePinRequired')
  | ('quietFrom' | 'quietTo' | 'escalationEmails')
> & { address: Partial<Address> }

/** Its AE titles come by `replaceAeTitles`. */
export async function insertLab(tx: Db, lab: NewLab): Promise<string> {
  const [row] = await tx.insert(labs).values(lab).returning({ id: labs.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

export async function insertLabStaff(tx: Db, userId: string, labId: string): Promise<void> {
  await tx.insert(labStaff).values({ userId, labId })
}

/** Gives a member of staff another laboratory. Returns the former one; null if it is the same, or the account is of nobody's staff. */
export async function moveLabStaff(tx: Db, userId: string, labId: string): Promise<string | null> {
  const [former] = await tx
    .select({ labId: labStaff.labId })
    .from(labStaff)
    .where(and(eq(labStaff.userId, userId), ne(labStaff.labId, labId)))
    .for('update')
  if (!former) return null
  await tx.update(labStaff).set({ labId }).where(eq(labStaff.userId, userId))
  return former.labId
}

/** The laboratories of these identifiers, which are upper case, locked against being deleted or deactivated until the transaction ends. */
export async function listLabsByIdentifier<T extends Before<'laboratory'>>(
  tx: T,
  identifiers: readonly string[],
): Promise<[tx: Passed<T, 'laboratory'>, found: Pick<LabRow, 'id' | 'identifier' | 'isActive'>[]]> {
  if (identifiers.length === 0) return passed(tx, 'laboratory', [])
  const { id, identifier, isActive } = labs
  const rows = await tx
    .select({ id, identifier, isActive })
    .from(labs)
    .where(inArray(identifier, [...identifiers]))
    .orderBy(asc(id))
    .for('share')
  return passed(tx, 'laboratory', rows)
}

/** Returns which of these laboratories exist, locked against being deleted until the transaction ends. */
export async function holdLabs<T extends Before<'laboratory'>>(
  tx: T,
  ids: readonly string[],
): Promise<[tx: Passed<T, 'laboratory'>, found: string[]]> {
  if (ids.length === 0) return passed(tx, 'laboratory', [])
  const rows = await tx
    .select({ id: labs.id })
    .from(labs)
    .where(inArray(labs.id, [...ids]))
    .orderBy(asc(labs.id))
    .for('key share')
  return passed(
    tx,
    'laboratory',
    rows.map(({ id }) => id),
  )
}

/**
 * Gives the laboratory these AE titles and no others. A title that stays keeps what is known of its scanner. Returns those that another laboratory has,
 * after which nothing may be kept.
 */
export async function replaceAeTitles(tx: Db, labId: string, aeTitles: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(aeTitles)].sort()
  await tx.delete(labAeTitles).where(and(eq(labAeTitles.labId, labId), notInArray(labAeTitles.aeTitle, wanted)))
  await tx
    .insert(labAeTitles)
    .values(wanted.map((aeTitle) => ({ aeTitle, labId })))
    .onConflictDoNothing()
  const present = await listAeTitles(tx, labId)
  return wanted.filter((aeTitle) => !present.includes(aeTitle))
}

export async function listAeTitles(db: Db, labId: string): Promise<string[]> {
  const rows = await db
    .select({ aeTitle: labAeTitles.aeTitle })
    .from(labAeTitles)
    .where(eq(labAeTitles.labId, labId))
    .orderBy(asc(labAeTitles.aeTitle))
  return rows.map(({ aeTitle }) => aeTitle)
}

// `labs.id` is written out: of a query's only table the builder names columns without it.
const countOfStudies = (where: SQL = sql`true`) =>
  sql<number>`(select count(*)::int from ${studies} s where s.lab_id = labs.id and ${where})`

const countOfStaff = (where: SQL) =>
  sql<number>`(select count(*)::int from ${labStaff} m join ${users} u on u.id = m.user_id
    where m.lab_id = labs.id and u.deleted_at is null and ${where})`

const staffEmails = sql`(select string_agg(u.email::text, ' ') from ${labStaff} m join ${users} u on u.id = m.user_id
  where m.lab_id = labs.id and u.deleted_at is null)`

const counted = {
  lab: labs,
  totalStudies: countOfStudies(),
  totalStaff: countOfStaff(sql`true`),
  activeStaff: countOfStaff(sql`u.is_active and labs.is_active`),
}

/** One page of the laboratories, by name. */
export async function listLabs(db: Db, query: PageQuery) {
  const columns = [labs.name, labs.identifier, labs.contactEmail, labs.contactPerson, staffEmails]
  const found = sql`${containsText(columns, query.search)} and ${ofStatus(labs.isActive, query.status)}`
  const rows = await db
    .select(counted)
    .from(labs)
    .where(found)
    .orderBy(sql`lower(${labs.name})`, labs.id)
    .limit(query.limit)
    .offset(offsetOf(query))
  return toPage(rows, await db.select(pageCounts(found, labs.isActive)).from(labs), query)
}

const ofTab = (tab: (typeof studyTabs)[number]) => countOfStudies(sql`s.tab = ${tab}`)

/** A laboratory with its counts, or null. */
export async function findLab(db: Db, labId: string) {
  const [row] = await db
    .select({ ...counted, pending: ofTab('pending'), inProgress: ofTab('inprogress'), completed: ofTab('completed') })
    .from(labs)
    .where(eq(labs.id, labId))
  return row ?? null
}

export async function findLabName(db: Db, labId: string): Promise<string | null> {
  const [row] = await db.select({ name: labs.name }).from(labs).where(eq(labs.id, labId))
  return row?.name ?? null
}

export type LabRecord = Awaited<ReturnType<typeof listLabs>>['rows'][number]

/** Returns the ids and names of those of the laboratories that exist. */
export async function listLabNames(db: Db, labIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: labs.id, name: labs.name })
    .from(labs)
    .where(inArray(labs.id, [...labIds]))
}

/** Returns a laboratory, locked until the transaction ends. Null if there is none. */
export async function lockLab<T extends Before<'laboratory'>>(
  tx: T,
  labId: string,
): Promise<Taken<T, 'laboratory', LabRow | null>> {
  const [row] = await tx.select().from(labs).where(eq(labs.id, labId)).for('update')
  return taken(tx, 'laboratory', row ?? null)
}

export async function updateLab(tx: Tx<'laboratory'>, labId: string, fields: LabFields): Promise<void> {
  await tx
    .update(labs)
    .set({ ...fields, version: sql`${labs.version} + 1`, updatedAt: sql`now()` })
    .where(eq(labs.id, labId))
}

/** The accounts of a laboratory's staff, locked until the transaction ends; not of who is moved to another one at the same moment. */
export async function lockStaff<T extends Before<'account'>>(tx: T, labId: string): Promise<Taken<T, 'account', string[]>> {
  const rows = await tx
    .select({ userId: labStaff.userId })
    .from(users)
    .innerJoin(labStaff, eq(labStaff.userId, users.id))
    .where(eq(labStaff.labId, labId))
    .orderBy(asc(users.id))
    .for('update')
  return taken(
    tx,
    'account',
    rows.map(({ userId }) => userId),
  )
}

/** The active staff of a laboratory to whom no password was ever sent. */
export async function listStaffWithoutPassword(db: Db, labId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: users.id })
    .from(labStaff)
    .innerJoin(users, eq(users.id, labStaff.userId))
    .where(and(eq(labStaff.labId, labId), eq(users.isActive, true), awaitsFirstPassword))
  return rows.map(({ userId }) => userId)
}

/** Studies, patients, orders, HL7 connections or result destinations name the laboratory. */
export async function isLabInUse(tx: Db, labId: string): Promise<boolean> {
  const { rows } = await tx.execute<{
    used: boolean
  }>(sql`select exists (select 1 from ${studies} where ${studies.labId} = ${labId})
    or exists (select 1 from ${patients} where ${patients.labId} = ${labId})
    or exists (select 1 from ${orders} where ${orders.labId} = ${labId})
    or exists (select 1 from ${resultDestinations} where ${resultDestinations.labId} = ${labId})
    or exists (select 1 from ${hl7Connections} where ${hl7Connections.labId} = ${labId}) as used`)
  return rows[0]?.used ?? false
}

/** Removes a laboratory, its staff's membership, and its place in what doctors read. */
export async function deleteLab(tx: Tx<'laboratory'>, labId: string): Promise<void> {
  await tx
    .update(doctors)
    .set({ readsLabIds: sql`array_remove(${doctors.readsLabIds}, ${labId}::uuid)` })
    .where(sql`${labId}::uuid = any(${doctors.readsLabIds})`)
  await tx.delete(labStaff).where(eq(labStaff.labId, labId))
  await tx.delete(labs).where(eq(labs.id, labId))
}

/** Returns the rules of the study's laboratory for what counts as displayed. */
export async function findDisplayRules(db: Db, studyId: string): Promise<DisplayRules> {
  const [row] = await db
    .select({ rules: labs.displayRules })
    .from(studies)
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(eq(studies.id, studyId))
  return row?.rules ?? []
}

/** Returns whether the study's laboratory requires a PIN for share links. */
export async function isSharePinRequired(db: Db, studyId: string): Promise<boolean> {
  const [row] = await db
    .select({ isRequired: labs.sharePinRequired })
    .from(studies)
    .innerJoin(labs, eq(labs.id, studies.labId))
    .where(eq(studies.id, studyId))
  return row?.isRequired ?? false
}
