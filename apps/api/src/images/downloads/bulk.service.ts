import { AppError } from '@readroom/contracts/core/errors'
import type { BulkZip } from '@readroom/contracts/worklist/bulk-downloads'
import type { Actor } from '@readroom/db/core/actor'
import { findReadableZip, type Zip } from '@readroom/db/images/zips'
import { findStudy, type StudyRow } from '@readroom/db/studies/studies'
import { zipFileName } from '@readroom/domain/images/zip-names'
import { isReady, zipState } from '@readroom/domain/images/zip-state'
import { requestOwnZip } from '@readroom/domain/images/zips'
import { perStudy } from '@readroom/domain/studies/per-study'
import type { Context } from '../../core/context.ts'
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
  /** Finds the account's own ZIP. If one of its studies is no longer visible, the whole ZIP is not found. */
  async function findOwn(actor: Actor, bulkZipId: string) {
    const found = await findReadableZip(db, actor, bulkZipId)
    if (found?.zip.ownerId !== actor.userId) throw new AppError('BULK_ZIP_NOT_FOUND')
    return found
  }

  return {
    /** Queues a ZIP of the studies that the account sees and whose images are there. */
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

    /** Reads the ZIP's state without making a link. */
    async look(actor: Actor, bulkZipId: string): Promise<BulkZip> {
      const { zip, studies } = await findOwn(actor, bulkZipId)
      return toBulkZip(zip, studies, null)
    },

    /** Reads the ZIP's state, with a link if it is ready. */
    async read(actor: Actor, bulkZipId: string): Promise<BulkZip> {
      const { zip, studies } = await findOwn(actor, bulkZipId)
      return toBulkZip(zip, studies, isReady(zip) ? await tickets.link(actor, zip) : null)
    },
  }
}
