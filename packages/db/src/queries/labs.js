import { asc, eq, or, sql } from 'drizzle-orm'
import { labAeTitles, labStaff, labs, users } from '../schema/accounts.js'
import { patients, studies } from '../schema/studies.js'
import { containsText, offsetOf, ofStatus, pageCounts, toPage } from './pages.js'
/** Its AE titles come by `replaceAeTitles`. */
export async function insertLab(tx, lab) {
  const [row] = await tx.insert(labs).values(lab).returning({ id: labs.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}
export async function insertLabStaff(tx, userId, labId) {
  await tx.insert(labStaff).values({ userId, labId })
}
/** Gives the laboratory these AE titles and no others. Answers those that another laboratory has, after which nothing may be kept. */
export async function replaceAeTitles(tx, labId, aeTitles) {
  const wanted = [...new Set(aeTitles)].sort()
  await tx.delete(labAeTitles).where(eq(labAeTitles.labId, labId))
  const rows = await tx
    .insert(labAeTitles)
    .values(wanted.map((aeTitle) => ({ aeTitle, labId })))
    .onConflictDoNothing()
    .returning({ aeTitle: labAeTitles.aeTitle })
  return wanted.filter((aeTitle) => !rows.some((row) => row.aeTitle === aeTitle))
}
export async function listAeTitles(db, labId) {
  const rows = await db
    .select({ aeTitle: labAeTitles.aeTitle })
    .from(labAeTitles)
    .where(eq(labAeTitles.labId, labId))
    .orderBy(asc(labAeTitles.aeTitle))
  return rows.map(({ aeTitle }) => aeTitle)
}
// `labs.id` is written out: of a query's only table the builder names columns without it.
const countOfStudies = (where = sql`true`) => sql`(select count(*)::int from ${studies} s where s.lab_id = labs.id and ${where})`
const countOfStaff = (where) => sql`(select count(*)::int from ${labStaff} m join ${users} u on u.id = m.user_id
    where m.lab_id = labs.id and u.deleted_at is null and ${where})`
const counted = {
  lab: labs,
  totalStudies: countOfStudies(),
  totalStaff: countOfStaff(sql`true`),
  activeStaff: countOfStaff(sql`u.is_active`),
}
/** One page of the laboratories, by name. */
export async function listLabs(db, query) {
  const columns = [labs.name, labs.identifier, labs.contactEmail, labs.contactPerson]
  const texts = columns.map((column) => sql`coalesce(${containsText(column, query.search)}, false)`)
  const found = sql`(${or(...texts)}) and ${ofStatus(labs.isActive, query.status)}`
  const rows = await db
    .select(counted)
    .from(labs)
    .where(found)
    .orderBy(sql`lower(${labs.name})`, labs.id)
    .limit(query.limit)
    .offset(offsetOf(query))
  return toPage(rows, await db.select(pageCounts(found, labs.isActive)).from(labs), query)
}
const ofTab = (tab) => countOfStudies(sql`s.tab = ${tab}`)
/** A laboratory with its counts, or null. */
export async function findLab(db, labId) {
  const [row] = await db
    .select({ ...counted, pending: ofTab('pending'), inProgress: ofTab('inprogress'), completed: ofTab('completed') })
    .from(labs)
    .where(eq(labs.id, labId))
  return row ?? null
}
export async function findLabName(db, labId) {
  const [row] = await db.select({ name: labs.name }).from(labs).where(eq(labs.id, labId))
  return row?.name ?? null
}
export async function lockLab(tx, labId) {
  const [row] = await tx.select().from(labs).where(eq(labs.id, labId)).for('update')
  return row ?? null
}
export async function updateLab(tx, labId, fields) {
  await tx
    .update(labs)
    .set({ ...fields, version: sql`${labs.version} + 1`, updatedAt: sql`now()` })
    .where(eq(labs.id, labId))
}
export async function listStaffIds(db, labId) {
  const rows = await db.select({ userId: labStaff.userId }).from(labStaff).where(eq(labStaff.labId, labId))
  return rows.map(({ userId }) => userId)
}
/** Studies or patients name the laboratory. */
export async function isLabInUse(tx, labId) {
  const { rows } = await tx.execute(sql`select exists (select 1 from ${studies} where ${studies.labId} = ${labId})
    or exists (select 1 from ${patients} where ${patients.labId} = ${labId}) as used`)
  return rows[0]?.used ?? false
}
/** Removes a laboratory and its staff's membership. */
export async function deleteLab(tx, labId) {
  await tx.delete(labStaff).where(eq(labStaff.labId, labId))
  await tx.delete(labs).where(eq(labs.id, labId))
}
//# sourceMappingURL=labs.js.map
