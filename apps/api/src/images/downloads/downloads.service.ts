import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { findReadableByOrthancId } from '@readroom/db/images/priors'
import { findStudyZip, type Zip } from '@readroom/db/images/zips'
import type { StudyRow } from '@readroom/db/studies/studies'
import { zipFileName } from '@readroom/domain/images/zip-names'
import { isReady, type ReadyZip, zipState } from '@readroom/domain/images/zip-state'
import { requestStudyZip } from '@readroom/domain/images/zips'
import type { Context } from '../../core/context.ts'
import { createDownloadTickets } from './tickets.service.ts'
import { bytesPerMB, createZipFiles } from './zip-files.ts'

export function createDownloadService(context: Context) {
  const { db, storage } = context
  const files = createZipFiles(context)
  const tickets = createDownloadTickets(context)

  async function findReadable(actor: Actor, orthancStudyId: string): Promise<StudyRow> {
    const readable = await findReadableByOrthancId(db, actor, orthancStudyId)
    if (!readable) throw new AppError('STUDY_NOT_FOUND')
    return readable.study
  }

  const notReady = (zip: Zip | null) => new AppError(zipState(zip) === 'expired' ? 'ZIP_EXPIRED' : 'ZIP_NOT_READY')

  const describe = (study: StudyRow, zip: ReadyZip, downloadUrl: string) => ({
    downloadUrl,
    fileName: zipFileName(zip, [study]),
    fileSizeMB: zip.sizeBytes / bytesPerMB,
    expectedSpeed: 'Fast',
    storageProvider: storage.provider,
  })

  return {
    findReadable,

    /** Returns a link to the ZIP of the study's current images. If there is none, queues its build and throws ZIP_NOT_READY or ZIP_EXPIRED. */
    async link(actor: Actor, orthancStudyId: string) {
      const study = await findReadable(actor, orthancStudyId)
      const { zip, ready } = await files.findReady(study)
      if (ready) return describe(study, ready, await tickets.link(actor, ready))
      await db.transaction((tx) => requestStudyZip(tx, study))
      throw notReady(zip)
    },

    /** Responds like `link` without side effects: queues nothing and makes no ticket. */
    async lookAtLink(actor: Actor, orthancStudyId: string) {
      const study = await findReadable(actor, orthancStudyId)
      const zip = await findStudyZip(db, study.id, study.generation)
      if (!isReady(zip)) throw notReady(zip)
      return describe(study, zip, '')
    },

    async status(actor: Actor, orthancStudyId: string) {
      const study = await findReadable(actor, orthancStudyId)
      const zip = await findStudyZip(db, study.id, study.generation)
      return {
        zipStatus: zipState(zip),
        imagesDone: zip?.imagesDone ?? 0,
        imagesTotal: zip?.imagesTotal || study.imageCount,
        fileSizeMB: zip?.sizeBytes ? zip.sizeBytes / bytesPerMB : null,
      }
    },
  }
}
