import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import { findStudyZip, type Zip } from '@readroom/db/images/zips'
import type { StudyRow } from '@readroom/db/studies/studies'
import { zipFileName } from '@readroom/domain/images/zip-names'
import { isReady, type ReadyZip } from '@readroom/domain/images/zip-state'
import { loseZip } from '@readroom/domain/images/zips'
import { writeStudyZip } from '@readroom/orthanc/study-zip'
import type { Context } from '../../core/context.ts'

export const bytesPerMB = 1_000_000
const contentType = 'application/zip'

/** A stored ZIP, or one that is packed while it is sent and whose size is unknown. */
export type ZipFile = { fileName: string; contentType: string; studies: StudyRow[] } & (
  | { stored: { key: string; size: number }; pack?: never }
  | { stored: null; pack: () => Promise<Readable> }
)

export function createZipFiles({ db, storage, orthanc }: Pick<Context, 'db' | 'storage' | 'orthanc'>) {
  /** Finds the ZIP of the study's current images if it is ready. If its object is missing, marks it as lost, so that another can be built. */
  async function findReady(study: StudyRow): Promise<{ zip: Zip | null; ready: ReadyZip | null }> {
    const zip = await findStudyZip(db, study.id, study.generation)
    if (!isReady(zip)) return { zip, ready: null }
    if (await storage.head(zip.objectKey)) return { zip, ready: zip }
    await db.transaction((tx) => loseZip(tx, { zipId: zip.id, objectKey: zip.objectKey }))
    return { zip: await findStudyZip(db, study.id, study.generation), ready: null }
  }

  async function pack(study: StudyRow): Promise<Readable> {
    // Asked first, so that a failure becomes an error message instead of a broken download.
    await orthanc.getStudy(study.orthancId)
    const stream = new PassThrough()
    // A failure destroys the stream, so that the browser does not take the download for complete.
    writeStudyZip(orthanc, study, stream).catch(() => {})
    return stream
  }

  return {
    findReady,

    /** Returns the study's ZIP from storage if it is ready. Otherwise it is packed while sent, and breaks off if it cannot be completed. */
    async ofStudy(study: StudyRow): Promise<ZipFile> {
      const { zip, ready } = await findReady(study)
      const studies = [study]
      const fileName = zipFileName({ ownerId: null, createdAt: zip?.createdAt ?? new Date() }, studies)
      if (!ready) return { fileName, contentType, studies, stored: null, pack: () => pack(study) }
      return { fileName, contentType, studies, stored: { key: ready.objectKey, size: ready.sizeBytes } }
    },

    /** Returns exactly this ZIP, even if a newer one has replaced it. */
    ofZip(zip: Zip, studies: StudyRow[]): ZipFile {
      if (zip.objectKey === null || zip.sizeBytes === null || zip.completedAt === null) throw new AppError('LINK_EXPIRED')
      return { fileName: zipFileName(zip, studies), contentType, studies, stored: { key: zip.objectKey, size: zip.sizeBytes } }
    },
  }
}
