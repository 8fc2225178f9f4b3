import { randomUUID } from 'node:crypto'
import { exportDays } from '@readroom/contracts/privacy/privacy'
import { updatePrivacyAction } from '@readroom/db/privacy/privacy'
import { readPatientData } from '@readroom/db/privacy/privacy-export'
import { beginExport, type ExportBuild, publishExport } from '@readroom/domain/privacy/privacy-jobs'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { JobsContext } from '../core/jobs/context.ts'
import { guardBuild, storeZip, ZipTakenOver } from '../images/zip-store.ts'
import { listExportFiles } from './privacy-export-files.ts'
import { writeExportZip } from './privacy-export-zip.ts'

const DAY_MS = 86_400_000

/** Packs what is known of a patient. Safe to run twice: a second run starts over under another key, and what the first still writes is never published. */
export async function exportPatient(
  context: JobsContext,
  { actionId }: JobPayload<'privacy.export'>,
  run: JobRun,
): Promise<void> {
  const { database, storage } = context
  const { db } = database
  const build = { id: actionId, objectKey: `exports/${randomUUID()}.zip` }
  const { action, abandonedKey } = await db.transaction((tx) => beginExport(tx, build))
  if (abandonedKey) await storage.delete(abandonedKey)
  if (!action || action.subjectId === null) return
  const patientRowId = action.subjectId
  await guardBuild(
    context,
    { zipId: actionId, objectKey: build.objectKey },
    {
      signal: run.signal,
      build: () => packPatient(context, build, patientRowId, run.signal),
      publish: (made) => publish(context, build, made),
      onFailure: async (error) => {
        const failure = 'The export failed. Request it again, or see the System page.'
        if (run.isLast) await updatePrivacyAction(db, build, { state: 'failed', error: failure, objectKey: null })
        throw error
      },
    },
  )
}

type Packed = { sizeBytes: number; files: number; missing: number }

async function packPatient(context: JobsContext, build: ExportBuild, patientRowId: string, signal: AbortSignal): Promise<Packed> {
  const { db } = context.database
  const data = await readPatientData(db, patientRowId)
  if (!data) throw new ZipTakenOver()
  const { files, missing, total } = await listExportFiles(context, patientRowId, data)
  const written = await storeZip(
    context,
    {
      objectKey: build.objectKey,
      fileName: 'patient-export.zip',
      write: (output, options) => writeExportZip(files, missing, output, { ...options, total }),
      note: ({ done, bytes }) => updatePrivacyAction(db, build, { filesDone: done, filesTotal: total, sizeBytes: bytes }),
    },
    signal,
  )
  return { sizeBytes: written.bytes, files: written.files, missing: written.missing }
}

async function publish({ database, log }: JobsContext, build: ExportBuild, packed: Packed): Promise<boolean> {
  const expiresAt = new Date(Date.now() + exportDays * DAY_MS)
  const isPublished = await database.db.transaction((tx) => publishExport(tx, build, { ...packed, expiresAt }))
  const { files, missing } = packed
  if (isPublished) log.info({ actionId: build.id, files, missing }, 'a patient export was made')
  return isPublished
}
