import type { BulkZip } from '@readroom/contracts/bulk-downloads'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { findStudy, type StudyRow } from '@readroom/db/queries/studies'
import { findReadableZip, type Zip } from '@readroom/db/queries/zips'
import { perStudy } from '@readroom/domain/per-study'
import { zipFileName } from '@readroom/domain/zip-names'
import { isReady, zipState } from '@readroom/domain/zip-state'
import { requestOwnZip } from '@readroom/domain/zips'
import type { Context } from '../../context.ts'
import type { createDownloadTickets } from './tickets.service.ts'
import { bytesPerMB } from './zip-files.ts'

function toBulkZip(zip: Zip, studies: readonly StudyRow[], downloadUrl: string | null): BulkZip {
  const state = zipState(zip)
  return {
    id: zip.id,
    state: state === 'none' ? 'expired' : state,
    imagesDone: zip.imagesDone,
    imagesTotal: zip.imagesTotal,
    fileSizeMB: zip.sizeBytes === null ? null : zip.sizeBytes / bytesPerMB,
    fileName: zipFileName(zip, studies),
    error: zip.error,
    downloadUrl,
  }
}

export function createBulkDownloadService({ db }: Pick<Context, 'db'>, tickets: ReturnType<typeof createDownloadTickets>) {
  /** Who lost the right to one of its studies has lost all of it. */
  async function findOwn(actor: Actor, bulkZipId: string) {
    const found = await findReadableZip(db, actor, bulkZipId)
    if (found?.zip.ownerId !== actor.userId) throw new AppError('BULK_ZIP_NOT_FOUND')
    return found
  }

  return {
    /** Queues a ZIP of those studies that the caller sees and whose images are there. */
    async create(actor: Actor, studyIds: readonly string[]) {
      const chosen: StudyRow[] = []
      const results = await perStudy(studyIds, async (studyId) => {
        const study = await findStudy(db, actor, studyId)
        if (!study) throw new AppError('STUDY_NOT_FOUND')
        if (study.imagesMissingAt !== null || study.imageCount === 0) throw new AppError('IMAGES_MISSING')
        chosen.push(study)
      })
      if (chosen.length === 0) return { bulkZip: null, results }
      const zip = await db.transaction((tx) => requestOwnZip(tx, actor, chosen))
      return { bulkZip: toBulkZip(zip, chosen, null), results }
    },

    /** The same as `read`, without a link. */
    async look(actor: Actor, bulkZipId: string): Promise<BulkZip> {
      const { zip, studies } = await findOwn(actor, bulkZipId)
      return toBulkZip(zip, studies, null)
    },

    /** With a link where it is ready. */
    async read(actor: Actor, bulkZipId: string): Promise<BulkZip> {
      const { zip, studies } = await findOwn(actor, bulkZipId)
      return toBulkZip(zip, studies, isReady(zip) ? await tickets.link(actor, zip) : null)
    },
  }
}
