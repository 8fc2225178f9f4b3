import { AppError } from '@readroom/contracts/core/errors'
import { createTicket, findDownloadTicket, noteFirstUse, peekTicket, useTicket } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { findReadableStudy } from '@readroom/db/images/priors'
import { findReadableZip, type Zip } from '@readroom/db/images/zips'
import { recordDownload } from '@readroom/db/reports/reports'
import type { StudyRow } from '@readroom/db/studies/studies'
import { recordIfPrior } from '@readroom/domain/images/priors'
import type { Context } from '../../core/context.ts'
import { findAdmitted } from '../../core/http/session.ts'
import { createZipFiles, type ZipFile } from './zip-files.ts'

export type Allowed = { actor: Actor; file: ZipFile }

/** Records that the account has taken the images of each study in a ZIP. */
export async function recordTaken(tx: Before<'study'>, actor: Actor, studies: readonly StudyRow[]): Promise<void> {
  for (const { id } of studies) {
    await recordIfPrior(tx, actor, id)
    await recordDownload(tx, { studyId: id, userId: actor.userId, kind: 'zip' })
    await audit(tx, actor, { action: 'images.downloaded', target: { type: 'study', id } })
  }
}

/** Downloads by ticket instead of token. Each use checks again what the account may see. */
export function createDownloadTickets(context: Context) {
  const { db, config } = context
  const files = createZipFiles(context)

  async function findActor(ticket: { sessionId: string } | null): Promise<Actor> {
    const [actor] = ticket ? await findAdmitted(context, [ticket.sessionId]) : []
    if (!actor) throw new AppError('LINK_EXPIRED')
    return actor
  }

  async function findStudyFile(actor: Actor, studyId: string | null): Promise<ZipFile> {
    if (studyId === null) throw new AppError('LINK_EXPIRED')
    const readable = await findReadableStudy(db, actor, studyId)
    if (!readable) throw new AppError('STUDY_NOT_FOUND')
    return files.ofStudy(readable.study)
  }

  async function findZipFile(actor: Actor, zipId: string): Promise<ZipFile> {
    const found = await findReadableZip(db, actor, zipId)
    const isTheirs = found && (found.zip.ownerId === null || found.zip.ownerId === actor.userId)
    if (!isTheirs) throw new AppError('STUDY_NOT_FOUND')
    return files.ofZip(found.zip, found.studies)
  }

  async function openLaunch(ticket: Awaited<ReturnType<typeof useTicket>>): Promise<Allowed> {
    const actor = await findActor(ticket)
    return { actor, file: await findStudyFile(actor, ticket?.studyId ?? null) }
  }

  return {
    /** Returns the address of a finished ZIP, valid for 15 minutes. */
    async link(actor: Actor, zip: Zip): Promise<string> {
      const granted = { purpose: 'download', sessionId: actor.sessionId, studyId: zip.studyId, zipId: zip.id } as const
      return new URL(`/api/files/${await createTicket(db, granted)}`, config.PUBLIC_URL).href
    },

    /** Finds the file of a download ticket. The ticket stays valid. */
    async find(secret: string): Promise<Allowed> {
      const ticket = await findDownloadTicket(db, secret)
      const actor = await findActor(ticket)
      const file = ticket?.zipId ? await findZipFile(actor, ticket.zipId) : await findStudyFile(actor, ticket?.studyId ?? null)
      return { actor, file }
    },

    /** Records the first use of a ticket. Later uses continue the same download. */
    async recordFirst(secret: string, { actor, file }: Allowed): Promise<void> {
      await db.transaction(async (tx) => {
        if (await noteFirstUse(tx, secret)) await recordTaken(tx, actor, file.studies)
      })
    },

    /** Uses up the ticket of a launch link. */
    useLaunch: async (secret: string) => openLaunch(await useTicket(db, secret, 'launch')),

    /** Reads the ticket of a launch link, which stays valid. */
    peekLaunch: async (secret: string) => openLaunch(await peekTicket(db, secret, 'launch')),
  }
}
