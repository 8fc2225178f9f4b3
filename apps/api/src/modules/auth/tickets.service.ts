import type { TicketPurpose } from '@readroom/contracts/auth'
import { AppError } from '@readroom/contracts/errors'
import type { Role } from '@readroom/contracts/permissions'
import { Uid } from '@readroom/contracts/primitives'
import type { Actor } from '@readroom/db/actor'
import { countStudiesOfUid, findStudy, type StudyRow } from '@readroom/db/queries/studies'
import { createTicket } from '@readroom/db/queries/tickets'
import { findStudyZip } from '@readroom/db/queries/zips'
import { isReady } from '@readroom/domain/zip-state'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'

type Request = { purpose: TicketPurpose; studyId?: string | undefined }

const socketPaths: Record<Role, string> = { admin: '/ws/admin', lab_staff: '/ws/lab', doctor_account: '/ws/doctor' }

/** The desktop viewer's link. It never carries the session's token. */
function launchUrl({ LAUNCH_URL_TEMPLATE, PUBLIC_URL }: Config, studyInstanceUID: string, ticket: string): string {
  const values: Record<string, string> = { studyInstanceUID, ticket, zipUrl: new URL(`/api/launch/${ticket}`, PUBLIC_URL).href }
  return LAUNCH_URL_TEMPLATE.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? whole))
}

export function createTicketService({ db, config, orthanc }: Pick<Context, 'db' | 'config' | 'orthanc'>) {
  const urls: Record<TicketPurpose, (actor: Actor, ticket: string, study: StudyRow | null) => string> = {
    ws: (actor, ticket) => `${socketPaths[actor.role]}?token=${ticket}`,
    viewer: (_actor, ticket) => `/viewer/open?ticket=${ticket}`,
    download: (_actor, ticket) => `/api/files/${ticket}`,
    launch: (_actor, ticket, study) => launchUrl(config, study?.studyInstanceUid ?? '', ticket),
  }

  async function findVisible(actor: Actor, studyId: string | undefined): Promise<StudyRow> {
    if (!studyId) throw new AppError('BAD_REQUEST')
    const study = await findStudy(db, actor, studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return study
  }

  /** Said here, where the page can show it: what a browser downloads tells nobody why it failed. */
  async function checkDownloadable(actor: Actor, studyId: string | undefined): Promise<StudyRow> {
    const study = await findVisible(actor, studyId)
    if (!isReady(await findStudyZip(db, study.id, study.generation))) await orthanc.getStudy(study.orthancId)
    return study
  }

  /** The images of a UID that stands for two studies could be another patient's: they are not opened. */
  async function checkViewable(actor: Actor, studyId: string | undefined): Promise<StudyRow> {
    const study = await findVisible(actor, studyId)
    if ((await countStudiesOfUid(db, study.studyInstanceUid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
    return study
  }

  const checks: Record<TicketPurpose, (actor: Actor, studyId: string | undefined) => Promise<StudyRow | null>> = {
    ws: async () => null,
    viewer: checkViewable,
    launch: checkViewable,
    download: checkDownloadable,
  }

  return {
    /** A ticket and the address it opens. */
    async create(actor: Actor, { purpose, studyId }: Request): Promise<{ ticket: string; url: string }> {
      const study = await checks[purpose](actor, studyId)
      // Here, where the page can say it: the viewer itself would stay empty.
      if (purpose === 'viewer' && !Uid.safeParse(study?.studyInstanceUid).success) throw new AppError('STUDY_UID_UNUSABLE')
      const ticket = await createTicket(db, { purpose, sessionId: actor.sessionId, studyId: study?.id ?? null })
      return { ticket, url: urls[purpose](actor, ticket, study) }
    },
  }
}
