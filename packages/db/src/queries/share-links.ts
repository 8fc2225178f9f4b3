import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { doctors, labStaff, labs, users } from '../schema/accounts.ts'
import { shareGrants, shareLinks } from '../schema/sharing.ts'
import { hashOfSecret, newSecret } from '../secrets.ts'
import { findStudy, type StudyRow } from './studies.ts'

export type ShareLinkRow = typeof shareLinks.$inferSelect
type Sharer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
export type ShareLinkRecord = { link: ShareLinkRow; createdBy: string; works: boolean }

const inUse = and(isNull(shareLinks.revokedAt), sql`${shareLinks.expiresAt} > now()`)

/** Links in use, with what their creator may see now; `mayShare` is false for one who could not sign in. */
function selectInUse(db: Db, condition: SQL | undefined) {
  return db
    .select({
      link: shareLinks,
      createdBy: users.fullName,
      mayShare: sql<boolean>`${users.isActive} and ${users.deletedAt} is null and ${labs.isActive} is not false`,
      sharer: { role: users.role, labId: labStaff.labId, doctorId: doctors.id },
    })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
    .leftJoin(labStaff, eq(labStaff.userId, users.id))
    .leftJoin(labs, eq(labs.id, labStaff.labId))
    .leftJoin(doctors, eq(doctors.userId, users.id))
    .where(and(inUse, condition))
}

/** The study that a link opens at this moment; null once its creator could not open it, and while two laboratories claim it. */
async function studyOf(db: Db, row: { link: ShareLinkRow; mayShare: boolean; sharer: Sharer }): Promise<StudyRow | null> {
  const study = row.mayShare ? await findStudy(db, row.sharer, row.link.studyId) : null
  return study?.labConflictAt === null ? study : null
}

/** Makes a link that is good for so many seconds; only its token's hash is stored. */
export async function createShareLink(
  tx: Db,
  { seconds, ...fields }: { studyId: string; createdBy: string; seconds: number },
): Promise<{ link: ShareLinkRow; token: string }> {
  const token = newSecret()
  const expiresAt = sql`now() + make_interval(secs => ${seconds})`
  const [link] = await tx
    .insert(shareLinks)
    .values({ ...fields, hash: hashOfSecret(token), expiresAt })
    .returning()
  if (!link) throw new Error('the share link was not stored')
  return { link, token }
}

/** How many links to the study the user has in use. */
export async function countShareLinks(db: Db, studyId: string, userId: string): Promise<number> {
  return db.$count(shareLinks, and(eq(shareLinks.studyId, studyId), eq(shareLinks.createdBy, userId), inUse))
}

/** A study's links that are neither revoked nor expired, newest first. */
export async function listShareLinks(db: Db, studyId: string): Promise<ShareLinkRecord[]> {
  const rows = await selectInUse(db, eq(shareLinks.studyId, studyId)).orderBy(desc(shareLinks.createdAt), desc(shareLinks.id))
  return Promise.all(
    rows.map(async (row) => ({ link: row.link, createdBy: row.createdBy, works: (await studyOf(db, row)) !== null })),
  )
}

/** A study's link in use. */
export async function findShareLink(db: Db, studyId: string, shareLinkId: string): Promise<ShareLinkRow | null> {
  const [row] = await selectInUse(db, and(eq(shareLinks.id, shareLinkId), eq(shareLinks.studyId, studyId)))
  return row?.link ?? null
}

/** False where it was revoked or ran out before. */
export async function revokeShareLink(tx: Db, shareLinkId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.id, shareLinkId), inUse))
  return rowCount === 1
}

/** What a link opens: null where it is unknown, revoked, expired, or its creator no longer sees the study. */
export async function findSharedStudy(db: Db, token: string): Promise<{ link: ShareLinkRow; study: StudyRow } | null> {
  const [row] = await selectInUse(db, eq(shareLinks.hash, hashOfSecret(token)))
  const study = row ? await studyOf(db, row) : null
  return row && study ? { link: row.link, study } : null
}

/** Counts an opening, and makes the secret of the cookie that it leaves behind. */
export async function createShareGrant(tx: Db, shareLinkId: string): Promise<string> {
  await tx
    .update(shareLinks)
    .set({ accessCount: sql`${shareLinks.accessCount} + 1`, lastAccessAt: sql`now()` })
    .where(eq(shareLinks.id, shareLinkId))
  const secret = newSecret()
  await tx.insert(shareGrants).values({ hash: hashOfSecret(secret), shareLinkId })
  return secret
}

/** The studies that cookies of share links open at this moment. */
export async function findGrantedShares(db: Db, secrets: readonly string[]): Promise<StudyRow[]> {
  if (secrets.length === 0) return []
  const hashes = sql.join(
    secrets.map((secret) => sql`${hashOfSecret(secret)}`),
    sql`, `,
  )
  const granted = sql`${shareLinks.id} in (select g.share_link_id from ${shareGrants} g where g.hash in (${hashes}))`
  const found = await Promise.all((await selectInUse(db, granted)).map((row) => studyOf(db, row)))
  return found.filter((study) => study !== null)
}
