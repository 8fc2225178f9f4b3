import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/errors'
import type { ZipState } from '@readroom/contracts/studies'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { recordDownload } from '@readroom/db/queries/reports'
import { findStudy, findStudyByOrthancId, type StudyRow } from '@readroom/db/queries/studies'
import { findStudyZip, requestStudyZip, type StudyZip } from '@readroom/db/queries/study-zips'
import { peekTicket, useTicket } from '@readroom/db/queries/tickets'
import { writeStudyZip } from '@readroom/orthanc/study-zip'
import type { Context } from '../../context.ts'
import { findActors } from '../../http/session.ts'

/** A link to a ZIP is good for this long. */
export const linkSeconds = 15 * 60
export const bytesPerMB = 1_000_000

export const zipFileName = (orthancStudyId: string) => `study_${orthancStudyId}.zip`
export const zipContentType = 'application/zip'

type ReadyZip = StudyZip & { objectKey: string; sizeBytes: number }

function isReady(zip: StudyZip | null): zip is ReadyZip {
  return zip?.state === 'completed' && zip.objectKey !== null && zip.sizeBytes !== null && !isPast(zip.expiresAt)
}

const isPast = (at: Date | null) => at !== null && at <= new Date()

function stateOf(zip: StudyZip | null): ZipState {
  if (!zip || zip.state === 'superseded') return 'none'
  return zip.state === 'completed' && isPast(zip.expiresAt) ? 'expired' : zip.state
}

export function createDownloadService({ db, orthanc, storage, config }: Context) {
  async function findVisible(actor: Actor, orthancStudyId: string): Promise<StudyRow> {
    const study = await findStudyByOrthancId(db, actor, orthancStudyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return study
  }

  async function recordTaken(actor: Actor, study: StudyRow): Promise<void> {
    await db.transaction(async (tx) => {
      await recordDownload(tx, { studyId: study.id, userId: actor.userId, kind: 'zip' })
      await audit(tx, actor, { action: 'images.downloaded', target: { type: 'study', id: study.id } })
    })
  }

  const notReady = (zip: StudyZip | null) => new AppError(stateOf(zip) === 'expired' ? 'ZIP_EXPIRED' : 'ZIP_NOT_READY')

  async function linkTo(study: StudyRow, zip: ReadyZip) {
    const fileName = zipFileName(study.orthancId)
    const asked = { fileName, contentType: zipContentType, expiresInSeconds: linkSeconds }
    return {
      downloadUrl: await storage.link(zip.objectKey, asked),
      fileName,
      fileSizeMB: zip.sizeBytes / bytesPerMB,
      expectedSpeed: 'Fast',
      storageProvider: storage.provider,
    }
  }

  async function openLaunch(ticket: Awaited<ReturnType<typeof useTicket>>): Promise<{ actor: Actor; study: StudyRow }> {
    const [actor] = ticket ? await findActors(db, config, [ticket.sessionId]) : []
    if (!ticket?.studyId || !actor) throw new AppError('LINK_EXPIRED')
    const study = await findStudy(db, actor, ticket.studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return { actor, study }
  }

  return {
    /** A link to the ZIP of the study's present images. Throws ZIP_NOT_READY or ZIP_EXPIRED once its build is queued. */
    async link(actor: Actor, orthancStudyId: string) {
      const study = await findVisible(actor, orthancStudyId)
      const zip = await findStudyZip(db, study.id, study.generation)
      if (!isReady(zip)) {
        await db.transaction((tx) => requestStudyZip(tx, study))
        throw notReady(zip)
      }
      const link = await linkTo(study, zip)
      await recordTaken(actor, study)
      return link
    },

    /** The same, and nothing is queued or recorded. */
    async lookAtLink(actor: Actor, orthancStudyId: string) {
      const study = await findVisible(actor, orthancStudyId)
      const zip = await findStudyZip(db, study.id, study.generation)
      if (!isReady(zip)) throw notReady(zip)
      return linkTo(study, zip)
    },

    async status(actor: Actor, orthancStudyId: string) {
      const study = await findVisible(actor, orthancStudyId)
      const zip = await findStudyZip(db, study.id, study.generation)
      return {
        zipStatus: stateOf(zip),
        imagesDone: zip?.imagesDone ?? 0,
        imagesTotal: zip?.imagesTotal || study.imageCount,
        fileSizeMB: zip?.sizeBytes ? zip.sizeBytes / bytesPerMB : null,
      }
    },

    /** The pre-built ZIP with its size, otherwise one that is packed while it is sent: that ends in an error where it cannot be completed. */
    async openZip(study: StudyRow): Promise<{ stream: Readable; size?: number }> {
      const zip = await findStudyZip(db, study.id, study.generation)
      if (isReady(zip)) return storage.get(zip.objectKey)
      // Asked first, so that an archive that is down is said so instead of breaking the download off.
      await orthanc.getStudy(study.orthancId)
      const stream = new PassThrough()
      // A failure destroys the stream, which breaks the download off: the browser does not take it for complete.
      writeStudyZip(orthanc, study, stream).catch(() => {})
      return { stream }
    },

    /** Uses the ticket of a launch link up. What its user may see is checked anew. */
    useLaunch: async (ticket: string) => openLaunch(await useTicket(db, ticket, 'launch')),

    /** The study of a launch link that stays good. */
    peekLaunch: async (ticket: string) => openLaunch(await peekTicket(db, ticket, 'launch')),

    /** The ZIP's size where that is ready: one that is packed on the way has none yet. */
    async sizeOfZip(study: StudyRow): Promise<number | undefined> {
      const zip = await findStudyZip(db, study.id, study.generation)
      return isReady(zip) ? zip.sizeBytes : undefined
    },

    findVisible,
    recordTaken,
  }
}
