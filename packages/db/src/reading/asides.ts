import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { asides } from './reading.schema.ts'

type Aside = { userId: string; studyId: string }

const isOf = ({ userId, studyId }: Aside) => and(eq(asides.userId, userId), eq(asides.studyId, studyId))

/** Returns false if the study was put aside before. */
export async function insertAside(tx: Tx, aside: Aside): Promise<boolean> {
  const rows = await tx.insert(asides).values(aside).onConflictDoNothing().returning({ studyId: asides.studyId })
  return rows.length > 0
}

/** Returns false if there was none. */
export async function deleteAside(tx: Tx, aside: Aside): Promise<boolean> {
  const rows = await tx.delete(asides).where(isOf(aside)).returning({ studyId: asides.studyId })
  return rows.length > 0
}

/** The ids of the studies that a user has put aside, the first one first; whether they may still read them is not asked. */
export async function listAsides(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ studyId: asides.studyId })
    .from(asides)
    .where(eq(asides.userId, userId))
    .orderBy(asc(asides.putAsideAt), asc(asides.studyId))
  return rows.map(({ studyId }) => studyId)
}
