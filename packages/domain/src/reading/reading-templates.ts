import { AppError } from '@readroom/contracts/core/errors'
import { maxReadingTemplates, type ReadingTemplateText, type TemplatePlace } from '@readroom/contracts/reading/reading-templates'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  countReadingTemplates,
  deleteReadingTemplate,
  insertReadingTemplate,
  lockReadingTemplate,
  type ReadingTemplateRow,
  updateReadingTemplate,
} from '@readroom/db/reading/reading-templates'
import { keptContent } from '../reports/report-text.ts'
import { demandPlace, mayChange } from './template-places.ts'

// Neither names nor texts go to the audit log: people write into them what they like.
const target = (id: string) => ({ target: { type: 'reading_template', id } })

const kept = ({ name, modalities, words, sex, kind, isDefault, content }: ReadingTemplateText) => ({
  name,
  sex,
  kind,
  isDefault,
  content: keptContent(content),
  modalities: [...new Set(modalities)],
  words: [...new Set(words)],
})

/** Throws TEMPLATE_NOT_FOUND, and FORBIDDEN if the actor may only read it. */
async function lockOwn(tx: Tx, actor: Actor, id: string): Promise<ReadingTemplateRow> {
  const template = await lockReadingTemplate(tx, actor, id)
  if (!template) throw new AppError('TEMPLATE_NOT_FOUND')
  if (!mayChange(actor, template)) throw new AppError('FORBIDDEN')
  return template
}

/** Returns its id. Throws FORBIDDEN, LAB_NOT_FOUND, REPORT_TEXT_INVALID, TOO_MANY_TEMPLATES. */
export async function createReadingTemplate(
  tx: Before<'laboratory'>,
  actor: Actor,
  input: TemplatePlace & ReadingTemplateText,
): Promise<string> {
  const place = await demandPlace(tx, actor, input)
  const count = await countReadingTemplates(tx, place)
  if (count >= maxReadingTemplates) throw new AppError('TOO_MANY_TEMPLATES', { count })
  const id = await insertReadingTemplate(tx, { ...place, ...kept(input) })
  const { scope, labId } = place
  await audit(tx, actor, { action: 'reading_template.created', ...target(id), details: { scope, labId } })
  return id
}

/** Throws TEMPLATE_NOT_FOUND, FORBIDDEN, CONFLICT, REPORT_TEXT_INVALID. */
export async function changeReadingTemplate(
  tx: Tx,
  actor: Actor,
  input: ReadingTemplateText & { templateId: string; version: number },
): Promise<void> {
  const { version, scope } = await lockOwn(tx, actor, input.templateId)
  if (version !== input.version) throw new AppError('CONFLICT')
  await updateReadingTemplate(tx, input.templateId, kept(input))
  await audit(tx, actor, { action: 'reading_template.changed', ...target(input.templateId), details: { scope } })
}

/** Throws TEMPLATE_NOT_FOUND, FORBIDDEN. */
export async function removeReadingTemplate(tx: Tx, actor: Actor, templateId: string): Promise<void> {
  const { scope } = await lockOwn(tx, actor, templateId)
  await deleteReadingTemplate(tx, templateId)
  await audit(tx, actor, { action: 'reading_template.deleted', ...target(templateId), details: { scope } })
}
