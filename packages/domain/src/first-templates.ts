import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { insertReadingTemplate } from '@readroom/db/queries/reading-templates'
import { findFirstAudited, lockFirstAccounts } from '@readroom/db/queries/seed'
import { bySystem } from './first-accounts.ts'
import { systemTemplates } from './system-templates.ts'

const made = 'reading_templates.made'
const target = { type: 'system', id: 'reading-templates' }

/** Gives a system its first templates, once: what administrators delete or change stays so. Two callers at once take turns. */
export async function ensureSystemTemplates(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    if (await findFirstAudited(tx, target.type, made)) return
    for (const template of systemTemplates)
      await insertReadingTemplate(tx, { ...template, scope: 'system', labId: null, ownerId: null })
    await audit(tx, bySystem, { action: made, target, details: { count: systemTemplates.length } })
  })
}
