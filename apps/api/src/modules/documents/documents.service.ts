import { randomUUID } from 'node:crypto'
import { type DocumentCategory, unknownPatientId } from '@readroom/contracts/documents'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import type { DocumentRow } from '@readroom/db/queries/documents'
import { attachDocuments, checkAttachable } from '@readroom/domain/documents'
import pLimit from 'p-limit'
import type { Context } from '../../context.ts'
import { storeWith } from '../../stored-files.ts'
import type { DocumentFile } from './document-file.ts'

type NewDocuments = { patientId: string; studyId: string; category: DocumentCategory; files: readonly DocumentFile[] }

/** An object storage is sent parts of 8 MB, several of which are in memory for each upload. The others wait, with their files on the disk. */
const threeAtOnce = pLimit(3)

/** An id may be several people's, and nobody's; whose it is, the study says, which comes with the files. */
const isSaidLater = (error: unknown) => error instanceof AppError && error.code === 'PATIENT_AMBIGUOUS'

export function createDocumentService({ db, storage }: Pick<Context, 'db' | 'storage'>) {
  return {
    /** What can be said before the files are read, so that a refused upload is not waited for. */
    async checkUploadable(actor: Actor, patientId: string): Promise<void> {
      if (patientId === unknownPatientId) return
      await checkAttachable(db, actor, { patientId }, 1).catch((error: unknown) => {
        if (!isSaidLater(error)) throw error
      })
    },

    /** Stores the files under random keys, then the documents. */
    async upload(actor: Actor, { files, ...documents }: NewDocuments): Promise<DocumentRow[]> {
      await checkAttachable(db, actor, documents, files.length)
      const named = files.map((file) => ({ ...file, objectKey: `documents/${randomUUID()}` }))
      const toStore = named.map(({ objectKey: key, contentType, read }) => ({ key, contentType, open: read }))
      const rows = named.map(({ objectKey, fileName, contentType, size: sizeBytes, sha256 }) => ({
        ...{ objectKey, fileName, contentType, sizeBytes, sha256 },
      }))
      return threeAtOnce(() =>
        storeWith({ db, storage }, toStore, (tx) => attachDocuments(tx, actor, { ...documents, files: rows })),
      )
    },
  }
}
