import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/errors'
import type { StudyRow } from '@readroom/db/queries/studies'
import { findStudyZip, type Zip } from '@readroom/db/queries/zips'
import { zipFileName } from '@readroom/domain/zip-names'
import { isReady, type ReadyZip } from '@readroom/domain/zip-state'
import { loseZip } from '@readroom/domain/zips'
import { writeStudyZip } from '@readroom/orthanc/study-zip'
import type { Context } from '../../context.ts'

export const bytesPerMB = 1_000_000
const contentType = 'application/zip'

/** A ZIP in storage, or one that is packed while it is sent and has no size yet. */
export type ZipFile = { fileName: string; contentType: string; studies: StudyRow[] } & (
  | { stored: { key: string; size: number }; pack?: never }
  | { stored: null; pack: () => Promise<Readable> }
)

export function createZipFiles({ db, storage, orthanc }: Pick<Context, 'db' | 'storage' | 'orthanc'>) {
  /** The ZIP of the study's present images where it is ready. One whose object is missing ends here, so that another can be built. */
  async function findReady(study: StudyRow): Promise<{ zip: Zip | null; ready: ReadyZip | null }> {
    const zip = await findStudyZip(db, study.id, study.generation)
    if (!isReady(zip)) return { zip, ready: null }
    if (await storage.head(zip.objectKey)) return { zip, ready: zip }
    await db.transaction((tx) => loseZip(tx, { zipId: zip.id, objectKey: zip.objectKey }))
    return { zip: await findStudyZip(db, study.id, study.generation), ready: null }
  }

  async function pack(study: StudyRow): Promise<Readable> {
    // Asked first, so that an archive that is down is said so instead of breaking the download off.
    await orthanc.getStudy(study.orthancId)
    const stream = new PassThrough()
    // A failure destroys the stream, which breaks the download off: the browser does not take it for complete.
    writeStudyZip(orthanc, study, stream).catch(() => {})
    return stream
  }

  return {
    findReady,

    /** The study's ZIP from storage where it is ready, otherwise packed on the way: that ends in an error where it cannot be completed. */
    async ofStudy(study: StudyRow): Promise<ZipFile> {
      const { zip, ready } = await findReady(study)
      const studies = [study]
      const fileName = zipFileName({ ownerId: null, createdAt: zip?.createdAt ?? new Date() }, studies)
      if (!ready) return { fileName, contentType, studies, stored: null, pack: () => pack(study) }
      return { fileName, contentType, studies, stored: { key: ready.objectKey, size: ready.sizeBytes } }
    },

    /** Very this ZIP, also when a newer one has taken its place meanwhile. */
    ofZip(zip: Zip, studies: StudyRow[]): ZipFile {
      if (zip.objectKey === null || zip.sizeBytes === null || zip.completedAt === null) throw new AppError('LINK_EXPIRED')
      return { fileName: zipFileName(zip, studies), contentType, studies, stored: { key: zip.objectKey, size: zip.sizeBytes } }
    },
  }
}
