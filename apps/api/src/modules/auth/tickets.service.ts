import type { TicketPurpose } from '@readroom/contracts/auth'
import { AppError } from '@readroom/contracts/errors'
import type { Role } from '@readroom/contracts/permissions'
import type { Actor } from '@readroom/db/actor'
import { countStudiesOfUid, findStudy } from '@readroom/db/queries/studies'
import { createTicket } from '@readroom/db/queries/tickets'
import type { Context } from '../../context.ts'

type Request = { purpose: TicketPurpose; studyId?: string | undefined }

const socketPaths: Record<Role, string> = { admin: '/ws/admin', lab_staff: '/ws/lab', doctor_account: '/ws/doctor' }

const urls: Record<TicketPurpose, (actor: Actor, ticket: string) => string> = {
  ws: (actor, ticket) => `${socketPaths[actor.role]}?token=${ticket}`,
  viewer: (_actor, ticket) => `/viewer/open?ticket=${ticket}`,
}

export function createTicketService({ db }: Pick<Context, 'db'>) {
  /** The images of a UID that stands for two studies could be another patient's: they are not opened. */
  async function checkViewable(actor: Actor, studyId: string | undefined): Promise<string> {
    if (!studyId) throw new AppError('BAD_REQUEST')
    const study = await findStudy(db, actor, studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    if ((await countStudiesOfUid(db, study.studyInstanceUid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
    return study.id
  }

  return {
    /** A single-use ticket and the address it opens. */
    async create(actor: Actor, { purpose, studyId }: Request): Promise<{ ticket: string; url: string }> {
      const boundStudy = purpose === 'viewer' ? await checkViewable(actor, studyId) : null
      const ticket = await createTicket(db, { purpose, sessionId: actor.sessionId, studyId: boundStudy })
      return { ticket, url: urls[purpose](actor, ticket) }
    },
  }
}
