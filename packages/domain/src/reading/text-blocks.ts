import { AppError } from '@readroom/contracts/core/errors'
import type { TemplatePlace } from '@readroom/contracts/reading/reading-templates'
import { maxTextBlocks, type TextBlockText } from '@readroom/contracts/reading/text-blocks'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  countTextBlocks,
  deleteTextBlock,
  insertTextBlock,
  lockTextBlock,
  type TextBlockRow,
  updateTextBlock,
} from '@readroom/db/reading/text-blocks'
import { isSectionId } from '@readroom/report/sections'
import { keptContent } from '../reports/report-text.ts'
import { demandPlace, mayChange } from './template-places.ts'

// Neither short words nor texts go to the audit log: people write into them what they like.
const target = (id: string) => ({ target: { type: 'text_block', id } })

/** Throws REPORT_TEXT_INVALID. */
function kept({ shortcut, sections, content }: TextBlockText) {
  if (!sections.every(isSectionId)) throw new AppError('REPORT_TEXT_INVALID', { why: 'This section does not exist.' })
  const read = keptContent(content)
  if (read.content.length > 1) throw new AppError('REPORT_TEXT_INVALID', { why: 'A text block must have one section.' })
  return { shortcut, sections: [...new Set(sections)], content: read }
}

/** Throws TEXT_BLOCK_NOT_FOUND, and FORBIDDEN if the actor may only read it. */
async function lockOwn(tx: Tx, actor: Actor, id: string): Promise<TextBlockRow> {
  const block = await lockTextBlock(tx, actor, id)
  if (!block) throw new AppError('TEXT_BLOCK_NOT_FOUND')
  if (!mayChange(actor, block)) throw new AppError('FORBIDDEN')
  return block
}

/** Returns its id. Throws FORBIDDEN, LAB_NOT_FOUND, REPORT_TEXT_INVALID, TOO_MANY_TEXT_BLOCKS. */
export async function createTextBlock(
  tx: Before<'laboratory'>,
  actor: Actor,
  input: TemplatePlace & TextBlockText,
): Promise<string> {
  const place = await demandPlace(tx, actor, input)
  const count = await countTextBlocks(tx, place)
  if (count >= maxTextBlocks) throw new AppError('TOO_MANY_TEXT_BLOCKS', { count })
  const id = await insertTextBlock(tx, { ...place, ...kept(input) })
  const { scope, labId } = place
  await audit(tx, actor, { action: 'text_block.created', ...target(id), details: { scope, labId } })
  return id
}

/** Throws TEXT_BLOCK_NOT_FOUND, FORBIDDEN, CONFLICT, REPORT_TEXT_INVALID. */
export async function changeTextBlock(
  tx: Tx,
  actor: Actor,
  input: TextBlockText & { blockId: string; version: number },
): Promise<void> {
  const { version, scope } = await lockOwn(tx, actor, input.blockId)
  if (version !== input.version) throw new AppError('CONFLICT')
  await updateTextBlock(tx, input.blockId, kept(input))
  await audit(tx, actor, { action: 'text_block.changed', ...target(input.blockId), details: { scope } })
}

/** Throws TEXT_BLOCK_NOT_FOUND, FORBIDDEN. */
export async function removeTextBlock(tx: Tx, actor: Actor, blockId: string): Promise<void> {
  const { scope } = await lockOwn(tx, actor, blockId)
  await deleteTextBlock(tx, blockId)
  await audit(tx, actor, { action: 'text_block.deleted', ...target(blockId), details: { scope } })
}
