import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Actor } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { readingTemplates } from './reading-templates.schema.ts'
import { atPlace, type Place, readableTo } from './template-places.ts'

export type ReadingTemplateRow = typeof readingTemplates.$inferSelect
/** The owner, and the text. */
export type NewReadingTemplate = Omit<ReadingTemplateRow, 'id' | 'version' | 'updatedAt'>

const { content: _content, ...described } = getTableColumns(readingTemplates)

/** Those that the actor may read, without their text: by name. */
export async function listReadingTemplates(db: Db, actor: Actor) {
  return db
    .select({ template: described, labName: labs.name })
    .from(readingTemplates)
    .leftJoin(labs, eq(labs.id, readingTemplates.labId))
    .where(readableTo(actor, readingTemplates))
    .orderBy(sql`lower(${readingTemplates.name})`, asc(readingTemplates.id))
}
export type ListedTemplate = Awaited<ReturnType<typeof listReadingTemplates>>[number]

/** One that the actor may read, or null. */
export async function findReadingTemplate(db: Db, actor: Actor, id: string) {
  const [row] = await db
    .select({ template: readingTemplates, labName: labs.name })
    .from(readingTemplates)
    .leftJoin(labs, eq(labs.id, readingTemplates.labId))
    .where(and(eq(readingTemplates.id, id), readableTo(actor, readingTemplates)))
  return row ?? null
}

/** Returns a template that the actor may read, locked until the transaction ends, or null. */
export async function lockReadingTemplate(tx: Tx, actor: Actor, id: string): Promise<ReadingTemplateRow | null> {
  const [row] = await tx
    .select()
    .from(readingTemplates)
    .where(and(eq(readingTemplates.id, id), readableTo(actor, readingTemplates)))
    .for('update')
  return row ?? null
}

export async function countReadingTemplates(tx: Tx, place: Place): Promise<number> {
  return tx.$count(readingTemplates, atPlace(place, readingTemplates))
}

/** Returns its id. Breaks `reading_templates_name` if the place has one of the name. */
export async function insertReadingTemplate(tx: Tx, template: NewReadingTemplate): Promise<string> {
  const [row] = await tx.insert(readingTemplates).values(template).returning({ id: readingTemplates.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Breaks `reading_templates_name` if the place has one of the name. */
export async function updateReadingTemplate(tx: Tx, id: string, changes: Omit<NewReadingTemplate, keyof Place>): Promise<void> {
  const moved = { version: sql`${readingTemplates.version} + 1`, updatedAt: sql`now()` }
  await tx
    .update(readingTemplates)
    .set({ ...changes, ...moved })
    .where(eq(readingTemplates.id, id))
}

export async function deleteReadingTemplate(tx: Tx, id: string): Promise<void> {
  await tx.delete(readingTemplates).where(eq(readingTemplates.id, id))
}
