import type { BrowserViewer, TicketPurpose } from '@readroom/contracts/access/auth'
import { AppError } from '@readroom/contracts/core/errors'
import type { Role } from '@readroom/contracts/core/permissions'
import { Uid } from '@readroom/contracts/core/primitives'
import { createTicket } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { findPrior, findReadableStudy } from '@readroom/db/images/priors'
import { findStudyZip } from '@readroom/db/images/zips'
import { countStudiesOfUid, type StudyRow } from '@readroom/db/studies/studies'
import { isReady } from '@readroom/domain/images/zip-state'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'

type Request = {
  purpose: TicketPurpose
  studyId?: string | undefined
  viewer: BrowserViewer
  priorId?: string | undefined
}
type Opened = { study?: StudyRow; prior?: StudyRow }

const socketPaths: Record<Role, string> = { admin: '/ws/admin', lab_staff: '/ws/lab', doctor_account: '/ws/doctor' }

/** Returns the desktop viewer's link. It never carries the session's token. */
function launchUrl({ LAUNCH_URL_TEMPLATE, PUBLIC_URL }: Config, studyInstanceUID: string, ticket: string): string {
  const values: Record<string, string> = { studyInstanceUID, ticket, zipUrl: new URL(`/api/launch/${ticket}`, PUBLIC_URL).href }
  return LAUNCH_URL_TEMPLATE.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? whole))
}

export function createTicketService({ db, config, orthanc }: Pick<Context, 'db' | 'config' | 'orthanc'>) {
  const urls: Record<TicketPurpose, (actor: Actor, ticket: string, opened: Opened) => string> = {
    ws: (actor, ticket) => `${socketPaths[actor.role]}?token=${ticket}`,
    // Not part of the ticket, which opens the study's priors anyway. The prior is checked again when the viewer opens.
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

  /** Checked before the ticket is made, because the page can show this error. A failed browser download shows no reason. */
  async function checkDownloadable(actor: Actor, { studyId }: Request): Promise<Opened> {
    const study = await findReadable(actor, studyId)
    if (!isReady(await findStudyZip(db, study.id, study.generation))) await orthanc.getStudy(study.orthancId)
    return { study }
  }

  /** Refuses a study UID that two studies share: the images could be another patient's. */
  async function checkSole({ studyInstanceUid }: StudyRow): Promise<void> {
    if ((await countStudiesOfUid(db, studyInstanceUid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  }

  async function checkLaunchable(actor: Actor, { studyId }: Request): Promise<Opened> {
    const study = await findReadable(actor, studyId)
    await checkSole(study)
    return { study }
  }

  /** Checked before the ticket is made, because the page can show this error. The viewer would stay empty. */
  async function checkViewable(study: StudyRow): Promise<void> {
    await checkSole(study)
    if (!Uid.safeParse(study.studyInstanceUid).success) throw new AppError('STUDY_UID_UNUSABLE')
  }

  async function checkViewed(actor: Actor, { studyId, priorId, viewer }: Request): Promise<Opened> {
    const study = await findReadable(actor, studyId)
    // It asks for images by the archive's ids, which are one study's alone.
    if (viewer === 'archive') return { study }
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
    /** Creates a ticket and returns it with the address that it opens. */
    async create(actor: Actor, request: Request): Promise<{ ticket: string; url: string }> {
      const { purpose, priorId } = request
      if (priorId !== undefined && purpose !== 'viewer') throw new AppError('BAD_REQUEST')
      const opened = await checks[purpose](actor, request)
      const ticket = await createTicket(db, { purpose, sessionId: actor.sessionId, studyId: opened.study?.id ?? null })
      return { ticket, url: urls[purpose](actor, ticket, opened) }
    },
  }
}
