import { randomUUID } from 'node:crypto'
import { claimBulkZip, completeBulkZip, failBulkZip, setBulkZipProgress } from '@readroom/db/queries/bulk-zips'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { StudyChanged, writeStudiesZip } from '@readroom/orthanc/study-zip'
import type { JobsContext } from './context.ts'
import { failureText } from './zip-failures.ts'
import { guardBuild, storeZip, ZipTakenOver } from './zip-store.ts'

type Claim = NonNullable<Awaited<ReturnType<typeof claimBulkZip>>>

const DAY_MS = 86_400_000
const missingText = 'The image archive no longer has the images of one of these studies.'

/** Packs several studies into one ZIP. Safe to run twice, as `study.archive` is. */
export async function archiveStudies(
  context: JobsContext,
  { bulkZipId }: JobPayload<'studies.archive'>,
  run: JobRun,
): Promise<void> {
  const claim = await claimZip(context, bulkZipId)
  if (!claim) return
  await guardBuild(context, claim.build, {
    signal: run.signal,
    build: () => buildZip(context, claim, run.signal),
    onFailure: (error) => settleFailure(context, claim, run, error),
  })
}

/** The half-built object is removed before the row forgets its key. */
async function claimZip({ database, storage }: JobsContext, zipId: string): Promise<Claim | null> {
  return database.db.transaction(async (tx) => {
    const claim = await claimBulkZip(tx, { zipId, objectKey: `zips/${randomUUID()}.zip` })
    if (claim?.abandonedKey) await storage.delete(claim.abandonedKey)
    return claim
  })
}

/** Each study in a folder that names it as its own ZIP does: by the archive's id, which says nothing about the patient. */
async function buildZip(context: JobsContext, { build, studies, imagesTotal }: Claim, signal: AbortSignal): Promise<void> {
  const { database, orthanc } = context
  const folders = studies.map((study) => ({ ...study, folder: `study_${study.orthancId}` }))
  let images = 0
  const { bytes, studies: written } = await storeZip(
    context,
    {
      objectKey: build.objectKey,
      write: (output, options) =>
        writeStudiesZip(orthanc, folders, output, {
          signal: options.signal,
          onProgress: () => {
            images += 1
            options.onProgress(images, Math.max(images, imagesTotal))
          },
        }),
      note: (progress) => setBulkZipProgress(database.db, build, progress),
    },
    signal,
  )
  const isOther = ({ instancesHash }: Claim['studies'][number], index: number) =>
    instancesHash !== null && instancesHash !== written[index]?.instancesHash
  if (studies.some(isOther)) throw new StudyChanged('the archive has other images than a study settled with')
  const expiresAt = new Date(Date.now() + context.zipExpiresDays * DAY_MS)
  if (!(await completeBulkZip(database.db, build, { sizeBytes: bytes, images, expiresAt }))) throw new ZipTakenOver()
  context.log.info({ zipId: build.zipId, studies: studies.length, images, bytes }, 'bulk ZIP built')
}

async function settleFailure({ database }: JobsContext, { build }: Claim, run: JobRun, error: unknown): Promise<void> {
  const isMissing = error instanceof OrthancNotFound
  if (isMissing || run.isLast) await failBulkZip(database.db, build, isMissing ? missingText : failureText(error))
  if (!isMissing) throw error
}
