import { AppError } from '@readroom/contracts/errors'
import { can } from '@readroom/contracts/permissions'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { findPrivacyAction } from '@readroom/db/queries/privacy'
import { createTicket, findDownloadTicket, noteFirstUse } from '@readroom/db/queries/tickets'
import type { Context } from '../../context.ts'
import { findAdmitted } from '../../http/session.ts'

type ExportFile = { key: string; size: number; fileName: string; contentType: string; owner: string }
/** Somebody who may have an export, and its file. */
type Allowed = { actor: Actor; actionId: string; subjectId: string; file: ExportFile }

/** Downloads of exports by a ticket. Who may have them is looked up anew at each use. */
export function createExportService(context: Context) {
  const { db, config } = context

  async function findReady(actionId: string) {
    const action = await findPrivacyAction(db, actionId)
    const { objectKey, sizeBytes, subjectId, expiresAt } = action ?? {}
    const isReady = action?.kind === 'export' && action.state === 'done' && expiresAt && expiresAt > new Date()
    if (!isReady || !objectKey || !subjectId || typeof sizeBytes !== 'number') throw new AppError('EXPORT_NOT_READY')
    const day = action.requestedAt.toISOString().slice(0, 10)
    // Without a name: it lies among somebody's downloads.
    const named = { fileName: `patient-export_${day}.zip`, contentType: 'application/zip', owner: 'export' }
    return { actionId, subjectId, file: { key: objectKey, size: sizeBytes, ...named } }
  }

  return {
    /** The address of an export that is ready, for 15 minutes. Throws EXPORT_NOT_READY. */
    async link(actor: Actor, actionId: string): Promise<string> {
      await findReady(actionId)
      const granted = { purpose: 'export', sessionId: actor.sessionId, studyId: null, zipId: actionId } as const
      return new URL(`/api/privacy-files/${await createTicket(db, granted)}`, config.PUBLIC_URL).href
    },

    /** What a ticket stands for; it stays good. Throws LINK_EXPIRED, EXPORT_NOT_READY. */
    async find(secret: string): Promise<Allowed> {
      const ticket = await findDownloadTicket(db, secret, 'export')
      const [actor] = ticket ? await findAdmitted(context, [ticket.sessionId]) : []
      if (!ticket?.zipId || !actor || !can(actor.role, 'privacy.manage')) throw new AppError('LINK_EXPIRED')
      return { actor, ...(await findReady(ticket.zipId)) }
    },

    /** Records the first use of a ticket: the others are the rest of the same download. */
    async recordFirst(secret: string, { actor, subjectId, actionId }: Allowed): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await noteFirstUse(tx, secret, 'export'))) return
        await audit(tx, actor, { action: 'export.downloaded', target: { type: 'patient', id: subjectId }, details: { actionId } })
      })
    },
  }
}
