import { and, asc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { textBlocks } from './reading-templates.schema.ts'
import { atPlace, type Place, readableTo } from './template-places.ts'

export type TextBlockRow = typeof textBlocks.$inferSelect
/** The owner, and the text. */
export type NewTextBlock = Omit<TextBlockRow, 'id' | 'version' | 'updatedAt'>

/** Those that the actor may read, by their short words. */
export async function listTextBlocks(db: Db, actor: Actor) {
  return db
    .select({ block: textBlocks, labName: labs.name })
    .from(textBlocks)
    .leftJoin(labs, eq(labs.id, textBlocks.labId))
    .where(readableTo(actor, textBlocks))
    .orderBy(sql`lower(${textBlocks.shortcut})`, asc(textBlocks.id))
}
export type ListedBlock = Awaited<ReturnType<typeof listTextBlocks>>[number]

/** One that the actor may read, locked until the transaction ends; or null. */
export async function lockTextBlock(tx: Tx, actor: Actor, id: string): Promise<TextBlockRow | null> {
  const [row] = await tx
    .select()
    .from(textBlocks)
    .where(and(eq(textBlocks.id, id), readableTo(actor, textBlocks)))
    .for('update')
  return row ?? null
}

export async function countTextBlocks(tx: Tx, place: Place): Promise<number> {
  return tx.$count(textBlocks, atPlace(place, textBlocks))
}

/** Returns its id. Breaks `text_blocks_shortcut` if the place has one of the word. */
export async function insertTextBlock(tx: Tx, block: NewTextBlock): Promise<string> {
  const [row] = await tx.insert(textBlocks).values(block).returning({ id: textBlocks.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

/** Breaks `text_blocks_shortcut` if the place has one of the word. */
export async function updateTextBlock(tx: Tx, id: string, changes: Omit<NewTextBlock, keyof Place>): Promise<void> {
  await tx
    .update(textBlocks)
    .set({ ...changes, version: sql`${textBlocks.version} + 1`, updatedAt: sql`now()` })
    .where(eq(textBlocks.id, id))
}

export async function deleteTextBlock(tx: Tx, id: string): Promise<void> {
  await tx.delete(textBlocks).where(eq(textBlocks.id, id))
}
