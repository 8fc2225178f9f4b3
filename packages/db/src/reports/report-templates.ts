import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import type { StudyRow } from '../studies/studies.ts'
import { reportTemplates } from './report-templates.schema.ts'

type NewTemplate = typeof reportTemplates.$inferInsert
type Place = Pick<NewTemplate, 'labId' | 'modality'>

/** All of them, those of all laboratories first. */
export async function listReportTemplates(db: Db) {
  return db
    .select({ template: reportTemplates, labName: labs.name, uploaderName: users.fullName })
    .from(reportTemplates)
    .leftJoin(labs, eq(labs.id, reportTemplates.labId))
    .innerJoin(users, eq(users.id, reportTemplates.uploadedBy))
    .orderBy(sql`lower(${labs.name}) nulls first`, sql`${reportTemplates.modality} nulls first`, asc(reportTemplates.id))
}
export type TemplateRecord = Awaited<ReturnType<typeof listReportTemplates>>[number]

export async function findReportTemplate(db: Db, id: string) {
  const [row] = await db.select().from(reportTemplates).where(eq(reportTemplates.id, id))
  return row ?? null
}

/** The key of the most specific template of a study, or null: the laboratory counts before the modality. */
export async function findTemplateOf(
  db: Db,
  { labId, modalities }: Pick<StudyRow, 'labId' | 'modalities'>,
): Promise<string | null> {
  const ofLab = or(isNull(reportTemplates.labId), labId === null ? sql`false` : eq(reportTemplates.labId, labId))
  const ofModality = or(isNull(reportTemplates.modality), inArray(reportTemplates.modality, modalities))
  const [row] = await db
    .select({ objectKey: reportTemplates.objectKey })
    .from(reportTemplates)
    .where(and(ofLab, ofModality))
    .orderBy(sql`${reportTemplates.labId} is null`, sql`${reportTemplates.modality} nulls last`)
    .limit(1)
  return row?.objectKey ?? null
}

/** Takes the template of a place away. Returns the key of its file, or null if there was none. */
export async function deleteTemplateAt(tx: Tx, { labId = null, modality = null }: Place): Promise<string | null> {
  const ofLab = labId === null ? isNull(reportTemplates.labId) : eq(reportTemplates.labId, labId)
  const ofModality = modality === null ? isNull(reportTemplates.modality) : eq(reportTemplates.modality, modality)
  const [row] = await tx.delete(reportTemplates).where(and(ofLab, ofModality)).returning({ objectKey: reportTemplates.objectKey })
  return row?.objectKey ?? null
}

export async function insertReportTemplate(tx: Tx, template: NewTemplate): Promise<string> {
  const [row] = await tx.insert(reportTemplates).values(template).returning({ id: reportTemplates.id })
  if (!row) throw new Error('the template was not stored')
  return row.id
}

/** Returns the key of its file, or null if it was gone. */
export async function deleteReportTemplate(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(reportTemplates)
    .where(eq(reportTemplates.id, id))
    .returning({ objectKey: reportTemplates.objectKey })
  return row?.objectKey ?? null
}
