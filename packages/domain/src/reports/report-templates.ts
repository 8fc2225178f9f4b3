import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { lockLab } from '@readroom/db/people/labs'
import { deleteReportTemplate, deleteTemplateAt, insertReportTemplate } from '@readroom/db/reports/report-templates'

type NewTemplate = {
  labId: string | null
  modality: string | null
  fileName: string
  sizeBytes: number
  objectKey: string
}

const target = (id: string) => ({ target: { type: 'report_template', id } })

/** Puts a template in the place of its laboratory and modality. Returns the file that was there, which nothing names any more. Throws LAB_NOT_FOUND. */
export async function putTemplate(
  begun: Before<'laboratory'>,
  actor: Actor,
  template: NewTemplate,
): Promise<{ id: string; former: string | null }> {
  const { labId, modality } = template
  const [tx, lab] = labId === null ? [begun, null] : await lockLab(begun, labId)
  if (labId !== null && !lab) throw new AppError('LAB_NOT_FOUND')
  const former = await deleteTemplateAt(tx, { labId, modality })
  const id = await insertReportTemplate(tx, { ...template, uploadedBy: actor.userId })
  await audit(tx, actor, { action: 'template.uploaded', ...target(id), details: { labId, modality, replaced: former !== null } })
  return { id, former }
}

/** Returns its file, which nothing names any more. Throws TEMPLATE_NOT_FOUND. */
export async function removeTemplate(tx: Tx, actor: Actor, id: string): Promise<string> {
  const objectKey = await deleteReportTemplate(tx, id)
  if (objectKey === null) throw new AppError('TEMPLATE_NOT_FOUND')
  await audit(tx, actor, { action: 'template.deleted', ...target(id) })
  return objectKey
}
