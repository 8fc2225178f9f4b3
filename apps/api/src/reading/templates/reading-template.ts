import type { ReadingTemplate, ReadingTemplateEntry } from '@readroom/contracts/reading/reading-templates'
import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import type { Actor } from '@readroom/db/core/actor'
import type { findReadingTemplate, ListedTemplate } from '@readroom/db/reading/reading-templates'
import type { ListedBlock } from '@readroom/db/reading/text-blocks'
import { mayChange } from '@readroom/domain/reading/template-places'

type FoundTemplate = NonNullable<Awaited<ReturnType<typeof findReadingTemplate>>>

export const toEntry = (actor: Actor, { template, labName }: ListedTemplate): ReadingTemplateEntry => ({
  _id: template.id,
  scope: template.scope,
  labId: template.labId,
  labName,
  name: template.name,
  modalities: template.modalities,
  words: template.words,
  sex: template.sex,
  kind: template.kind,
  isDefault: template.isDefault,
  isEditable: mayChange(actor, template),
  version: template.version,
  updatedAt: template.updatedAt.toISOString(),
})

export const toTemplate = (actor: Actor, found: FoundTemplate): ReadingTemplate => ({
  ...toEntry(actor, found),
  content: found.template.content,
})

export const toBlock = (actor: Actor, { block, labName }: ListedBlock): TextBlock => ({
  _id: block.id,
  scope: block.scope,
  labId: block.labId,
  labName,
  shortcut: block.shortcut,
  sections: block.sections,
  content: block.content,
  isEditable: mayChange(actor, block),
  version: block.version,
})
