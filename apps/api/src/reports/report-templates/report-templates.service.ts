import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@readroom/contracts/core/errors'
import { reportFileTypes } from '@readroom/contracts/reports/reports'
import type { Actor } from '@readroom/db/core/actor'
import { findReportTemplate, listReportTemplates } from '@readroom/db/reports/report-templates'
import { putTemplate, removeTemplate } from '@readroom/domain/reports/report-templates'
import { checkTemplate, fillSample } from '@readroom/word/check-template'
import type { Context } from '../../core/context.ts'
import { safeFileName } from '../../core/file-content.ts'
import type { UploadedFile } from '../../core/http/files/multipart.ts'
import { openStored, removeUnnamed, storeWith } from '../../core/stored-files.ts'

type Place = { labId: string | null; modality: string | null }

export function createReportTemplateService({ db, storage }: Pick<Context, 'db' | 'storage'>) {
  return {
    list: () => listReportTemplates(db),

    /** Checks and stores a template. Removes the file of the one that it replaces. */
    async upload(actor: Actor, place: Place, { fileName, bytes }: UploadedFile): Promise<string> {
      const checked = await checkTemplate(bytes)
      const objectKey = `templates/${randomUUID()}`
      const file = { key: objectKey, contentType: reportFileTypes.docx, open: () => checked }
      const described = { ...place, objectKey, fileName: safeFileName(fileName), sizeBytes: checked.length }
      const { id, former } = await storeWith({ db, storage }, [file], (tx) => putTemplate(tx, actor, described))
      if (former !== null) await removeUnnamed(storage, former)
      return id
    },

    async preview(id: string): Promise<{ fileName: string; bytes: Buffer }> {
      const template = await findReportTemplate(db, id)
      if (!template) throw new AppError('TEMPLATE_NOT_FOUND')
      const { stream } = await openStored(storage, 'template', template.objectKey)
      return { fileName: `Preview_${template.fileName}`, bytes: await fillSample(await buffer(stream)) }
    },

    async remove(actor: Actor, id: string): Promise<void> {
      await removeUnnamed(storage, await db.transaction((tx) => removeTemplate(tx, actor, id)))
    },
  }
}
