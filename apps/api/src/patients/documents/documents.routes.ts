import { documentEndpoints } from '@readroom/contracts/patients/documents'
import type { DocumentRow } from '@readroom/db/patients/documents'
import { findVisibleDocument, recordDocumentTaken, removeDocument } from '@readroom/domain/patients/documents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { withMultipartFiles } from '../../core/http/files/multipart-files.ts'
import { describeStored, sendStored } from '../../core/http/files/send-stored.ts'
import { mount } from '../../core/http/mount.ts'
import { toDocument } from '../patient-document.ts'
import { checkDocumentFile, type DocumentFile } from './document-file.ts'
import { createDocumentService } from './documents.service.ts'

const fileOf = ({ objectKey, fileName, contentType, sizeBytes }: DocumentRow) => ({
  key: objectKey,
  fileName,
  contentType,
  size: sizeBytes,
  owner: 'document',
})

export function documentRoutes(app: FastifyInstance, context: Context): void {
  const { db, storage } = context
  const service = createDocumentService(context)

  mount(app, context, documentEndpoints.upload, async ({ actor, params, request }) => {
    await service.checkUploadable(actor, params.patientId)
    const added = await withMultipartFiles(request, documentEndpoints.upload, async ({ fields, files }) => {
      const checked: DocumentFile[] = []
      for (const file of files) checked.push(await checkDocumentFile(file))
      const { studyId, documentType: category } = fields
      return service.upload(actor, { ...params, studyId, category, files: checked })
    })
    return {
      message: 'Document(s) uploaded successfully',
      documents: added.map((document) => toDocument({ document, uploaderName: actor.fullName })),
    }
  })

  mount(
    app,
    context,
    documentEndpoints.download,
    async ({ actor, params, query, request, reply }) => {
      const key = { ...params, ...query }
      const document = await findVisibleDocument(db, actor, key)
      return sendStored({ request, reply }, storage, fileOf(document), () =>
        db.transaction((tx) => recordDocumentTaken(tx, actor, key)),
      )
    },
    async ({ actor, params, query, reply }) =>
      describeStored(reply, fileOf(await findVisibleDocument(db, actor, { ...params, ...query }))),
  )

  mount(app, context, documentEndpoints.remove, async ({ actor, params, query }) => {
    await db.transaction((tx) => removeDocument(tx, actor, { ...params, ...query }))
    return { message: 'Document deleted successfully' }
  })
}
