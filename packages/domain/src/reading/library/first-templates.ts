import { audit } from '@readroom/db/core/audit'
import type { OpenDb, Tx } from '@readroom/db/core/client'
import { findFirstAudited, lockFirstAccounts } from '@readroom/db/core/seed'
import { insertReadingTemplate } from '@readroom/db/reading/reading-templates'
import { insertTextBlock } from '@readroom/db/reading/text-blocks'
import { bySystem } from '../../access/first-accounts.ts'
import { readShippedTemplates, readShippedTextBlocks } from './shipped-library.ts'

const ofSystem = { scope: 'system', labId: null, ownerId: null } as const

type First = {
  action: 'reading_templates.made' | 'text_blocks.made'
  target: { type: 'system'; id: string }
  /** Returns how many were made. */
  insert: (tx: Tx) => Promise<number>
}

const firsts: readonly First[] = [
  {
    action: 'reading_templates.made',
    target: { type: 'system', id: 'reading-templates' },
    async insert(tx) {
      const templates = await readShippedTemplates()
      for (const template of templates) await insertReadingTemplate(tx, { ...template, ...ofSystem })
      return templates.length
    },
  },
  {
    action: 'text_blocks.made',
    target: { type: 'system', id: 'text-blocks' },
    async insert(tx) {
      const blocks = await readShippedTextBlocks()
      for (const block of blocks) await insertTextBlock(tx, { ...block, ...ofSystem })
      return blocks.length
    },
  },
]

/** Gives a system its first templates and text blocks, once: what administrators delete or change stays so. Two callers at once take turns. */
export async function ensureSystemTemplates(db: OpenDb): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    for (const { action, target, insert } of firsts) {
      if (await findFirstAudited(tx, target.type, action)) continue
      const count = await insert(tx)
      await audit(tx, bySystem, { action, target, details: { count } })
    }
  })
}
