import type { ModalityWorklistFields } from '@readroom/contracts/orders/modality-worklists'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { labAeTitles, labs } from '../people/labs.schema.ts'
import { modalityWorklists } from './modality-worklists.schema.ts'
import { markScannerAsked } from './scanners.ts'

const scannerAeTitles = sql<string[]>`coalesce((select array_agg(${labAeTitles.aeTitle} order by ${labAeTitles.aeTitle})
  from ${labAeTitles} where ${labAeTitles.labId} = labs.id), '{}')`

/** Returns each laboratory with its worklist, if it has one, by name. */
export async function listModalityWorklists(db: Db) {
  return db
    .select({ labId: labs.id, labName: labs.name, scannerAeTitles, worklist: modalityWorklists })
    .from(labs)
    .leftJoin(modalityWorklists, eq(modalityWorklists.labId, labs.id))
    .orderBy(asc(sql`lower(${labs.name})`), asc(labs.id))
}

const scannersOfLab = sql<{ aeTitle: string; certificate: string | null }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('aeTitle', ${labAeTitles.aeTitle}, 'certificate', ${labAeTitles.certificate}) order by ${labAeTitles.aeTitle})
  from ${labAeTitles} where ${labAeTitles.labId} = labs.id), '[]')`

/** Returns the worklists that scanners may ask, each with its scanners. */
export async function listOpenWorklists(db: Db) {
  return db
    .select({
      labId: modalityWorklists.labId,
      calledAeTitle: modalityWorklists.calledAeTitle,
      allowedAddresses: modalityWorklists.allowedAddresses,
      scanners: scannersOfLab,
    })
    .from(modalityWorklists)
    .innerJoin(labs, eq(labs.id, modalityWorklists.labId))
    .where(and(eq(modalityWorklists.isEnabled, true), eq(labs.isActive, true)))
    .orderBy(asc(modalityWorklists.calledAeTitle))
}
export type OpenWorklist = Awaited<ReturnType<typeof listOpenWorklists>>[number]

/**
 * Saves a laboratory's worklist if it still has this version; 0: none. Returns false if it does not. Breaks `modality_worklists_called_ae_title`.
 */
export async function saveModalityWorklist(
  tx: Tx,
  labId: string,
  { version, ...fields }: ModalityWorklistFields & { version: number },
): Promise<boolean> {
  if (version === 0) {
    const target = modalityWorklists.labId
    const rows = await tx
      .insert(modalityWorklists)
      .values({ labId, ...fields })
      .onConflictDoNothing({ target })
      .returning({ labId: target })
    return rows.length > 0
  }
  const { rowCount } = await tx
    .update(modalityWorklists)
    .set({ ...fields, version: sql`${modalityWorklists.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(modalityWorklists.labId, labId), eq(modalityWorklists.version, version)))
  return rowCount === 1
}

/** Returns the worklist of a laboratory; null if none was set up. */
export async function findModalityWorklist(db: Db, labId: string) {
  const [row] = await db.select().from(modalityWorklists).where(eq(modalityWorklists.labId, labId))
  return row ?? null
}

/** Notes that a scanner asked, and whether its answer was cut. */
export async function markWorklistAsked(
  db: Db,
  { labId, aeTitle, isCut }: { labId: string; aeTitle: string; isCut: boolean },
): Promise<void> {
  const asked = { lastAskedAt: sql`now()`, ...(isCut && { lastCutAt: sql`now()` }) }
  await db.update(modalityWorklists).set(asked).where(eq(modalityWorklists.labId, labId))
  await markScannerAsked(db, aeTitle)
}
