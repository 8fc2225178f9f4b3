import { type EchoResult, echoPatienceSeconds, type ScannerFields } from '@readroom/contracts/orders/scanners'
import { and, asc, desc, eq, getTableColumns, isNotNull, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { labAeTitles } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/** The newest studies of a laboratory among which a scanner's last one is looked for. */
const LOOKED_AT = 1_000

/** The last test has no answer yet, and may still get one. */
const isTestRunning = sql<boolean>`coalesce(${labAeTitles.testResult} is null
  and ${labAeTitles.testAskedAt} > now() - make_interval(secs => ${echoPatienceSeconds}), false)`

const scanner = { ...getTableColumns(labAeTitles), isTestRunning }

/** Returns a laboratory's scanners by AE title, each with the time of its newest study among the laboratory's newest. */
export async function listScanners(db: Db, labId: string) {
  const newest = db
    .select({ aeTitle: studies.callingAeTitle, receivedAt: studies.receivedAt })
    .from(studies)
    .where(eq(studies.labId, labId))
    .orderBy(desc(studies.receivedAt), desc(studies.id))
    .limit(LOOKED_AT)
    .as('newest')
  const last = db
    .select({ aeTitle: newest.aeTitle, lastStudyAt: max(newest.receivedAt).as('last_study_at') })
    .from(newest)
    .where(isNotNull(newest.aeTitle))
    .groupBy(newest.aeTitle)
    .as('last')
  return db
    .select({ scanner, lastStudyAt: last.lastStudyAt })
    .from(labAeTitles)
    .leftJoin(last, eq(last.aeTitle, labAeTitles.aeTitle))
    .where(eq(labAeTitles.labId, labId))
    .orderBy(asc(labAeTitles.aeTitle))
}
export type ListedScanner = Awaited<ReturnType<typeof listScanners>>[number]

type Named = { labId: string; aeTitle: string }

const isScanner = ({ labId, aeTitle }: Named) => and(eq(labAeTitles.labId, labId), eq(labAeTitles.aeTitle, aeTitle))

/** Returns a laboratory's scanner with its row locked, or null. */
export async function lockScanner(tx: Tx, named: Named) {
  const [row] = await tx.select(scanner).from(labAeTitles).where(isScanner(named)).for('no key update')
  return row ?? null
}

/** Returns the scanner with an AE title, or null. */
export async function findScanner(db: Db, aeTitle: string) {
  const [row] = await db.select().from(labAeTitles).where(eq(labAeTitles.aeTitle, aeTitle))
  return row ?? null
}

/** Changes a scanner. Its last test is forgotten: it was of another place. */
export async function updateScanner(tx: Tx, aeTitle: string, fields: ScannerFields): Promise<void> {
  await tx
    .update(labAeTitles)
    .set({ ...fields, testAskedAt: null, testResult: null, version: sql`${labAeTitles.version} + 1` })
    .where(eq(labAeTitles.aeTitle, aeTitle))
}

/** Notes that a test was asked for. */
export async function beginScannerTest(tx: Tx, aeTitle: string, askedAt: Date): Promise<void> {
  await tx.update(labAeTitles).set({ testAskedAt: askedAt, testResult: null }).where(eq(labAeTitles.aeTitle, aeTitle))
}

/** Writes the answer to a test, unless it is no longer the newest. */
export async function endScannerTest(db: Db, { aeTitle, askedAt }: { aeTitle: string; askedAt: Date }, testResult: EchoResult) {
  await db
    .update(labAeTitles)
    .set({ testResult })
    .where(and(eq(labAeTitles.aeTitle, aeTitle), eq(labAeTitles.testAskedAt, askedAt)))
}

/** Notes that a scanner read its worklist or reported a step. */
export async function markScannerAsked(db: Db, aeTitle: string): Promise<void> {
  await db.update(labAeTitles).set({ lastAskedAt: sql`now()` }).where(eq(labAeTitles.aeTitle, aeTitle))
}
