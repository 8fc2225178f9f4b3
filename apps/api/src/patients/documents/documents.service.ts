import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { type DocumentCategory, unknownPatientId } from '@readroom/contracts/patients/documents'
import type { Actor } from '@readroom/db/core/actor'
import type { DocumentRow } from '@readroom/db/patients/documents'
import { attachDocuments, checkAttachable } from '@readroom/domain/patients/documents'
import pLimit from 'p-limit'
import type { Context } from '../../core/context.ts'
import { storeWith } from '../../core/stored-files.ts'
import type { DocumentFile } from './document-file.ts'

type NewDocuments = { patientId: string; studyId: string; category: DocumentCategory; files: readonly DocumentFile[] }

/** Uploads to object storage use parts of 8 MB, several of them in memory. Further uploads wait with their files on disk. */
const threeAtOnce = pLimit(3)

/** Several people may share a patient ID. The study, which arrives with the files, decides. */
const isSaidLater = (error: unknown) => error instanceof AppError && error.code === 'PATIENT_AMBIGUOUS'

export function createDocumentService({ db, storage }: Pick<Context, 'db' | 'storage'>) {
  return {
    /** Checks what is known before the files are read, so that a refusal does not wait for them. */
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
        objectKey,
        fileName,
        contentType,
        sizeBytes,
        sha256,
      }))
      return threeAtOnce(() =>
        storeWith({ db, storage }, toStore, (tx) => attachDocuments(tx, actor, { ...documents, files: rows })),
      )
    },
  }
}
