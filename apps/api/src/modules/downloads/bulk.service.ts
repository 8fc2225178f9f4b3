import { type BulkZip, maxBulkZips } from '@readroom/contracts/bulk-downloads'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { type BulkZip as BulkZipRow, countBulkZipsUnderWay, findBulkZip, requestBulkZip } from '@readroom/db/queries/bulk-zips'
import { recordDownload } from '@readroom/db/queries/reports'
import { findStudy, type StudyRow } from '@readroom/db/queries/studies'
import { perStudy } from '@readroom/domain/per-study'
import type { Context } from '../../context.ts'
import { bytesPerMB, linkSeconds, zipContentType } from './downloads.service.ts'

const isPast = (at: Date | null) => at !== null && at <= new Date()

const fileNameOf = ({ createdAt }: BulkZipRow) => `studies_${createdAt.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')}.zip`

function toBulkZip(zip: BulkZipRow, downloadUrl: string | null): BulkZip {
  return {
    id: zip.id,
    state: zip.state === 'completed' && isPast(zip.expiresAt) ? 'expired' : zip.state,
    imagesDone: zip.imagesDone,
    imagesTotal: zip.imagesTotal,
    fileSizeMB: zip.sizeBytes === null ? null : zip.sizeBytes / bytesPerMB,
    fileName: fileNameOf(zip),
    error: zip.error,
    downloadUrl,
  }
}

export function createBulkDownloadService({ db, storage }: Pick<Context, 'db' | 'storage'>) {
  async function recordTaken(actor: Actor, zip: BulkZipRow, studyIds: readonly string[]): Promise<void> {
    await db.transaction(async (tx) => {
      for (const studyId of studyIds) {
        await recordDownload(tx, { studyId, userId: actor.userId, kind: 'zip' })
        await audit(tx, actor, {
          action: 'images.downloaded',
          target: { type: 'study', id: studyId },
          details: { bulkZipId: zip.id },
        })
      }
    })
  }

  return {
    /** Queues a ZIP of those studies that the caller sees and whose images are there. */
    async create(actor: Actor, studyIds: readonly string[]) {
      if ((await countBulkZipsUnderWay(db, actor.userId)) >= maxBulkZips)
        throw new AppError('TOO_MANY_BULK_ZIPS', { count: maxBulkZips })
      const chosen: StudyRow[] = []
      const results = await perStudy(studyIds, async (studyId) => {
        const study = await findStudy(db, actor, studyId)
        if (!study) throw new AppError('STUDY_NOT_FOUND')
        if (study.imagesMissingAt !== null || study.imageCount === 0) throw new AppError('IMAGES_MISSING')
        chosen.push(study)
      })
      if (chosen.length === 0) return { bulkZip: null, results }
      const zip = await db.transaction(async (tx) => {
        const row = await requestBulkZip(tx, actor.userId, chosen)
        await audit(tx, actor, { action: 'images.packed', details: { bulkZipId: row.id, studies: chosen.length } })
        return row
      })
      return { bulkZip: toBulkZip(zip, null), results }
    },

    /** With a link where it is ready. Who lost the right to one of its studies has lost all of it. */
    async read(actor: Actor, bulkZipId: string): Promise<BulkZip> {
      const found = await findBulkZip(db, actor, bulkZipId)
      if (!found) throw new AppError('BULK_ZIP_NOT_FOUND')
      const { zip, studyIds } = found
      if (zip.state !== 'completed' || zip.objectKey === null || isPast(zip.expiresAt)) return toBulkZip(zip, null)
      const url = await storage.link(zip.objectKey, {
        fileName: fileNameOf(zip),
        contentType: zipContentType,
        expiresInSeconds: linkSeconds,
      })
      await recordTaken(actor, zip, studyIds)
      return toBulkZip(zip, url)
    },
  }
}
