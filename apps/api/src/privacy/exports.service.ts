import { AppError } from '@readroom/contracts/core/errors'
import { can } from '@readroom/contracts/core/permissions'
import { createTicket, findDownloadTicket, noteFirstUse } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { findExportToDownload } from '@readroom/db/privacy/privacy'
import type { Context } from '../core/context.ts'
import { findAdmitted } from '../core/http/session.ts'

type ExportFile = { key: string; size: number; fileName: string; contentType: string; owner: string }
/** An account that may download an export, and the file. */
type Allowed = { actor: Actor; actionId: string; subjectId: string; file: ExportFile }

/** Downloads exports by ticket. Each use checks again who may have them. */
export function createExportService(context: Context) {
  const { db, config } = context

  async function findReady(actionId: string) {
    const action = await findExportToDownload(db, actionId)
    const { objectKey, sizeBytes, subjectId } = action ?? {}
    if (!action || !objectKey || !subjectId || typeof sizeBytes !== 'number') throw new AppError('EXPORT_NOT_READY')
    const day = action.requestedAt.toISOString().slice(0, 10)
    // Without the patient's name, because it lands in a downloads folder.
    const named = { fileName: `patient-export_${day}.zip`, contentType: 'application/zip', owner: 'export' }
    return { actionId, subjectId, file: { key: objectKey, size: sizeBytes, ...named } }
  }

  return {
    /** Returns the address of a finished export, valid for 15 minutes. Throws EXPORT_NOT_READY. */
    async link(actor: Actor, actionId: string): Promise<string> {
      await findReady(actionId)
      const granted = { purpose: 'export', sessionId: actor.sessionId, studyId: null, zipId: actionId } as const
      return new URL(`/api/privacy-files/${await createTicket(db, granted)}`, config.PUBLIC_URL).href
    },

    /** Finds the export of a ticket, which stays valid. Throws LINK_EXPIRED, EXPORT_NOT_READY. */
    async find(secret: string): Promise<Allowed> {
      const ticket = await findDownloadTicket(db, secret, 'export')
      const [actor] = ticket ? await findAdmitted(context, [ticket.sessionId]) : []
      if (!ticket?.zipId || !actor || !can(actor.role, 'privacy.manage')) throw new AppError('LINK_EXPIRED')
      return { actor, ...(await findReady(ticket.zipId)) }
    },

    /** Records the first use of a ticket. Later uses continue the same download. */
    async recordFirst(secret: string, { actor, subjectId, actionId }: Allowed): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await noteFirstUse(tx, secret, 'export'))) return
        await audit(tx, actor, { action: 'export.downloaded', target: { type: 'patient', id: subjectId }, details: { actionId } })
      })
    },
  }
}
