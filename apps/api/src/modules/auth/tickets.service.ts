import type { TicketPurpose } from '@readroom/contracts/auth'
import { AppError } from '@readroom/contracts/errors'
import type { Role } from '@readroom/contracts/permissions'
import { Uid } from '@readroom/contracts/primitives'
import type { Actor } from '@readroom/db/actor'
import { findPrior, findReadableStudy } from '@readroom/db/queries/priors'
import { countStudiesOfUid, type StudyRow } from '@readroom/db/queries/studies'
import { createTicket } from '@readroom/db/queries/tickets'
import { findStudyZip } from '@readroom/db/queries/zips'
import { isReady } from '@readroom/domain/zip-state'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'

type Request = { purpose: TicketPurpose; studyId?: string | undefined; priorId?: string | undefined }
type Opened = { study?: StudyRow; prior?: StudyRow }

const socketPaths: Record<Role, string> = { admin: '/ws/admin', lab_staff: '/ws/lab', doctor_account: '/ws/doctor' }

/** The desktop viewer's link. It never carries the session's token. */
function launchUrl({ LAUNCH_URL_TEMPLATE, PUBLIC_URL }: Config, studyInstanceUID: string, ticket: string): string {
  const values: Record<string, string> = { studyInstanceUID, ticket, zipUrl: new URL(`/api/launch/${ticket}`, PUBLIC_URL).href }
  return LAUNCH_URL_TEMPLATE.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? whole))
}

export function createTicketService({ db, config, orthanc }: Pick<Context, 'db' | 'config' | 'orthanc'>) {
  const urls: Record<TicketPurpose, (actor: Actor, ticket: string, opened: Opened) => string> = {
    ws: (actor, ticket) => `${socketPaths[actor.role]}?token=${ticket}`,
    // Beside the ticket, which opens all that may be read anyway; whether it is a prior is looked up again.
    viewer: (_actor, ticket, { prior }) => `/viewer/open?ticket=${ticket}${prior ? `&priorId=${prior.id}` : ''}`,
    download: (_actor, ticket) => `/api/files/${ticket}`,
    launch: (_actor, ticket, { study }) => launchUrl(config, study?.studyInstanceUid ?? '', ticket),
  }

  async function findReadable(actor: Actor, studyId: string | undefined): Promise<StudyRow> {
    if (!studyId) throw new AppError('BAD_REQUEST')
    const readable = await findReadableStudy(db, actor, studyId)
    if (!readable) throw new AppError('STUDY_NOT_FOUND')
    return readable.study
  }

  /** Said here, where the page can show it: what a browser downloads tells nobody why it failed. */
  async function checkDownloadable(actor: Actor, { studyId }: Request): Promise<Opened> {
    const study = await findReadable(actor, studyId)
    if (!isReady(await findStudyZip(db, study.id, study.generation))) await orthanc.getStudy(study.orthancId)
    return { study }
  }

  /** The images of a UID that stands for two studies could be another patient's: they are not opened. */
  async function checkSole({ studyInstanceUid }: StudyRow): Promise<void> {
    if ((await countStudiesOfUid(db, studyInstanceUid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  }

  async function checkLaunchable(actor: Actor, { studyId }: Request): Promise<Opened> {
    const study = await findReadable(actor, studyId)
    await checkSole(study)
    return { study }
  }

  /** Here, where the page can say it: the viewer itself would stay empty. */
  async function checkViewable(study: StudyRow): Promise<void> {
    await checkSole(study)
    if (!Uid.safeParse(study.studyInstanceUid).success) throw new AppError('STUDY_UID_UNUSABLE')
  }

  async function checkViewed(actor: Actor, { studyId, priorId }: Request): Promise<Opened> {
    const study = await findReadable(actor, studyId)
    await checkViewable(study)
    if (priorId === undefined) return { study }
    const prior = await findPrior(db, actor, study.id, priorId)
    if (!prior) throw new AppError('STUDY_NOT_FOUND')
    await checkViewable(prior)
    return { study, prior }
  }

  const checks: Record<TicketPurpose, (actor: Actor, request: Request) => Promise<Opened>> = {
    ws: async () => ({}),
    viewer: checkViewed,
    launch: checkLaunchable,
    download: checkDownloadable,
  }

  return {
    /** A ticket and the address it opens. */
    async create(actor: Actor, request: Request): Promise<{ ticket: string; url: string }> {
      const { purpose, priorId } = request
      if (priorId !== undefined && purpose !== 'viewer') throw new AppError('BAD_REQUEST')
      const opened = await checks[purpose](actor, request)
      const ticket = await createTicket(db, { purpose, sessionId: actor.sessionId, studyId: opened.study?.id ?? null })
      return { ticket, url: urls[purpose](actor, ticket, opened) }
    },
  }
}
