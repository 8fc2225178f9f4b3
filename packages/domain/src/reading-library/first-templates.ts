import { audit } from '@readroom/db/audit'
import type { Db, Tx } from '@readroom/db/client'
import { insertReadingTemplate } from '@readroom/db/queries/reading-templates'
import { findFirstAudited, lockFirstAccounts } from '@readroom/db/queries/seed'
import { insertTextBlock } from '@readroom/db/queries/text-blocks'
import { bySystem } from '../first-accounts.ts'
import { systemTemplates } from './system-templates.ts'
import { systemTextBlocks } from './system-text-blocks.ts'

const ofSystem = { scope: 'system', labId: null, ownerId: null } as const

type First = {
  action: 'reading_templates.made' | 'text_blocks.made'
  target: { type: 'system'; id: string }
  count: number
  insert: (tx: Tx) => Promise<void>
}

const firsts: readonly First[] = [
  {
    action: 'reading_templates.made',
    target: { type: 'system', id: 'reading-templates' },
    count: systemTemplates.length,
    async insert(tx) {
      for (const template of systemTemplates) await insertReadingTemplate(tx, { ...template, ...ofSystem })
    },
  },
  {
    action: 'text_blocks.made',
    target: { type: 'system', id: 'text-blocks' },
    count: systemTextBlocks.length,
    async insert(tx) {
      for (const block of systemTextBlocks) await insertTextBlock(tx, { ...block, ...ofSystem })
    },
  },
]

/** Gives a system its first templates and text blocks, once: what administrators delete or change stays so. Two callers at once take turns. */
export async function ensureSystemTemplates(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    for (const { action, target, count, insert } of firsts) {
      if (await findFirstAudited(tx, target.type, action)) continue
      await insert(tx)
      await audit(tx, bySystem, { action, target, details: { count } })
    }
  })
}
