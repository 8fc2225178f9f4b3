import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { users } from '../../access/accounts.schema.ts'
import type { Db } from '../../core/client.ts'
import { doctors } from '../../people/doctors.schema.ts'
import { labStaff, labs } from '../../people/labs.schema.ts'
import { shareGrants, shareLinks } from './share-links.schema.ts'

export type ShareLinkRow = typeof shareLinks.$inferSelect
export type LinkInUse = Awaited<ReturnType<typeof selectInUse>>[number]

const inUse = and(isNull(shareLinks.revokedAt), sql`${shareLinks.expiresAt} > now()`)

/** Links that are neither revoked nor expired, with who made them and whether they could sign in now. */
function selectInUse(db: Db, condition: SQL | undefined) {
  return db
    .select({
      link: shareLinks,
      createdBy: users.fullName,
      sharer: { role: users.role, labId: labStaff.labId, doctorId: doctors.id },
      canSignIn: sql<boolean>`${users.isActive} and ${users.deletedAt} is null and ${labs.isActive} is not false`,
    })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .where(and(inUse, condition))
}

/** Stores a link that is valid for `seconds`, by the hash of its token. */
export async function insertShareLink(
  db: Db,
  { seconds, ...fields }: { studyId: string; createdBy: string; hash: string; pinHash: string | null; seconds: number },
): Promise<ShareLinkRow> {
  const expiresAt = sql`now() + make_interval(secs => ${seconds})`
  const [link] = await db
    .insert(shareLinks)
    .values({ ...fields, expiresAt })
    .returning()
  if (!link) throw new Error('the share link was not stored')
  return link
}

/** Counts the user's links to the study that are in use. */
export async function countShareLinks(db: Db, studyId: string, userId: string): Promise<number> {
  return db.$count(shareLinks, and(eq(shareLinks.studyId, studyId), eq(shareLinks.createdBy, userId), inUse))
}

/** A study's links in use, newest first. */
export async function listLinksInUse(db: Db, studyId: string): Promise<LinkInUse[]> {
  return selectInUse(db, eq(shareLinks.studyId, studyId)).orderBy(desc(shareLinks.createdAt), desc(shareLinks.id))
}

/** A study's link in use, or null. */
export async function findLinkOfStudy(db: Db, studyId: string, shareLinkId: string): Promise<ShareLinkRow | null> {
  const [row] = await selectInUse(db, and(eq(shareLinks.id, shareLinkId), eq(shareLinks.studyId, studyId)))
  return row?.link ?? null
}

/** The link in use of a token's hash, or null. */
export async function findLinkByHash(db: Db, hash: string): Promise<LinkInUse | null> {
  const [row] = await selectInUse(db, eq(shareLinks.hash, hash))
  return row ?? null
}

/** The links in use that cookies were given for, by the hashes of their secrets. */
export async function listGrantedLinks(db: Db, hashes: readonly string[]): Promise<LinkInUse[]> {
  const granted = sql`select g.share_link_id from ${shareGrants} g where g.hash = any(${sql.param(hashes)}::text[])`
  return hashes.length === 0 ? [] : selectInUse(db, sql`${shareLinks.id} in (${granted})`)
}

/** False if it was revoked or ran out before. */
export async function markLinkRevoked(db: Db, shareLinkId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.id, shareLinkId), inUse))
  return rowCount === 1
}

/** Counts a try before its PIN is checked. Returns the tries so far; null when there were already `most`. */
export async function countPinTry(db: Db, shareLinkId: string, most: number): Promise<number | null> {
  const [row] = await db
    .update(shareLinks)
    .set({ pinTries: sql`${shareLinks.pinTries} + 1` })
    .where(and(eq(shareLinks.id, shareLinkId), lt(shareLinks.pinTries, most), inUse))
    .returning({ tries: shareLinks.pinTries })
  return row?.tries ?? null
}

/** Takes back a try whose PIN was never checked. */
export async function takeBackPinTry(db: Db, shareLinkId: string): Promise<void> {
  const pinTries = sql`greatest(0, ${shareLinks.pinTries} - 1)`
  await db.update(shareLinks).set({ pinTries }).where(eq(shareLinks.id, shareLinkId))
}

/** Resets the count after a correct PIN. */
export async function forgetPinTries(db: Db, shareLinkId: string): Promise<void> {
  await db.update(shareLinks).set({ pinTries: 0 }).where(eq(shareLinks.id, shareLinkId))
}

/** Revokes the links that a user made, to one study if one is named. Returns how many. */
export async function markLinksOfUserRevoked(db: Db, userId: string, studyId?: string): Promise<number> {
  const ofStudy = studyId === undefined ? undefined : eq(shareLinks.studyId, studyId)
  const { rowCount } = await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.createdBy, userId), ofStudy, inUse))
  return rowCount ?? 0
}

/** Revokes all links to a study. */
export async function markLinksOfStudyRevoked(db: Db, studyId: string): Promise<void> {
  await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.studyId, studyId), inUse))
}

/** Revokes the links to a study that the staff of other laboratories made. */
export async function markLinksOfOtherLabsRevoked(db: Db, labId: string, studyId: string): Promise<void> {
  const ofOthers = sql`${shareLinks.createdBy} in (select user_id from ${labStaff} where lab_id <> ${labId})`
  await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.studyId, studyId), ofOthers, inUse))
}

/** Counts an opening, and stores the hash of the cookie's secret that it leaves behind. */
export async function insertShareGrant(db: Db, shareLinkId: string, hash: string): Promise<void> {
  await db
    .update(shareLinks)
    .set({ accessCount: sql`${shareLinks.accessCount} + 1`, lastAccessAt: sql`now()` })
    .where(eq(shareLinks.id, shareLinkId))
  await db.insert(shareGrants).values({ hash, shareLinkId })
}
