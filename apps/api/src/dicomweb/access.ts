import { AppError } from '@readroom/contracts/errors'
import { viewerEndpoints } from '@readroom/contracts/viewer'
import type { Actor } from '@readroom/db/actor'
import { findReadableByUid, findReadableStudy, isPriorOpened, listPriors, type ReadableStudy } from '@readroom/db/queries/priors'
import { countStudiesOfUid, listVisibleStudies, type StudyRow } from '@readroom/db/queries/studies'
import { findViewerGrants } from '@readroom/db/queries/tickets'
import { recordPriorOpened } from '@readroom/domain/priors'
import { findGrantedShares } from '@readroom/domain/sharing'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { checkAccess } from '../http/mount.ts'
import { findAdmitted, findBearer, keepAwake } from '../http/session.ts'
import { readShareCookies, readViewerCookies } from '../viewer/viewer-cookie.ts'

/** A search answers at most this many studies. */
const maxSearched = 100

export type StudySearch = { uid: string | null; patientId: string | null }

/** A study that a request may touch, by whom, and as a prior of which. `actor` is null where it was shared. */
export type GrantedStudy = ReadableStudy & { actor: Actor | null }

/** A study that a search found. `sharedUntil`: when the link ends that alone opens it; null where a session does. */
export type FoundStudy = { study: StudyRow; sharedUntil: Date | null }

/**
 * Which studies this request may touch: those of the viewer cookies and their priors, or with a bearer token all that the caller may read. A
 * share link opens one study and no priors.
 */
export type ImageAccess = {
  /** A study by its row id. Throws STUDY_NOT_FOUND. */
  findStudyById(studyId: string): Promise<GrantedStudy>
  /** The study of a UID. Throws STUDY_NOT_FOUND, or STUDY_UID_AMBIGUOUS where the UID stands for two studies. */
  findStudy(uid: string): Promise<GrantedStudy>
  /** Priors are found by a UID or a patient id, and come behind what they are priors of. */
  search(search: StudySearch): Promise<FoundStudy[]>
}

function found<S>(study: S | null | undefined): S {
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  return study
}

/** OHIF writes a backslash for what the standard does not allow in a UID. */
const asViewerWrites = (uid: string) => uid.replace(/[^0-9.]+/g, '\\')

const ofSession = (study: StudyRow): FoundStudy => ({ study, sharedUntil: null })

const hasUid = ({ studyInstanceUid }: StudyRow, uid: string | null) =>
  uid === null || [studyInstanceUid, asViewerWrites(studyInstanceUid)].includes(uid)

/** The viewer knows a patient by what the scanner wrote; people may have corrected it since. */
const hasPatientId = ({ patientId, dicomPatientId }: StudyRow, asked: string | null) =>
  asked === null || patientId === asked || dicomPatientId === asked

/** The images of a UID that stands for two studies could be another patient's: they are shown to nobody. */
async function onlyOne<S>(db: Context['db'], studies: S[], uid: string): Promise<S> {
  const study = found(studies[0])
  if ((await countStudiesOfUid(db, uid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  return study
}

/** Notes that images of a prior are being read, where it is one: at the first request of a session, so that those after it wait for nothing. */
export async function noteOpening({ db }: Pick<Context, 'db'>, { study, priorOf, actor }: GrantedStudy): Promise<void> {
  if (priorOf === null || actor === null) return
  const { sessionId } = actor
  if (await isPriorOpened(db, { sessionId, studyId: study.id })) return
  await db.transaction((tx) => recordPriorOpened(tx, actor, { studyId: study.id, priorOf }))
}

function byBearer(db: Context['db'], actor: Actor): ImageAccess {
  return {
    findStudyById: async (studyId) => ({ ...found(await findReadableStudy(db, actor, studyId)), actor }),
    findStudy: async (uid) => ({ ...(await onlyOne(db, await findReadableByUid(db, actor, uid), uid)), actor }),
    async search({ uid, patientId }) {
      const own = await listVisibleStudies(db, actor, { uid, patientId, limit: maxSearched })
      if (uid === null && patientId === null) return own.map(ofSession)
      const ids = own.map(({ id }) => id)
      const priors = uid === null ? await listPriors(db, actor, ids) : await findReadableByUid(db, actor, uid)
      return [...own, ...priors.flatMap(({ study }) => (ids.includes(study.id) ? [] : [study]))].map(ofSession)
    },
  }
}

/** The studies that the cookies grant, each still to be read by the session that it was granted to, or by whoever shared it. */
async function grantedStudies(context: Context, request: FastifyRequest): Promise<(GrantedStudy & FoundStudy)[]> {
  const { db } = context
  const grants = await findViewerGrants(db, readViewerCookies(request))
  const actors = await findAdmitted(context, [...new Set(grants.map(({ sessionId }) => sessionId))])
  const shared = await findGrantedShares(db, readShareCookies(request))
  if (actors.length === 0 && shared.length === 0) throw new AppError('NOT_AUTHENTICATED')
  await Promise.all(actors.map((actor) => keepAwake(db, actor)))
  const readable = await Promise.all(
    grants.map(async ({ sessionId, studyId }) => {
      const actor = actors.find((candidate) => candidate.sessionId === sessionId)
      const study = actor ? await findReadableStudy(db, actor, studyId) : null
      return study && actor ? [{ ...study, actor, sharedUntil: null }] : []
    }),
  )
  const byLinks = shared.map(({ study, link }) => ({ study, priorOf: null, actor: null, sharedUntil: link.expiresAt }))
  return [...readable.flat(), ...byLinks]
}

/** The priors of what was granted to sessions, newest first. */
async function priorsOf(db: Context['db'], granted: readonly GrantedStudy[]): Promise<GrantedStudy[]> {
  const actors = new Map(granted.flatMap(({ actor }) => (actor ? [[actor.sessionId, actor] as const] : [])))
  const priors = [...actors.values()].map(async (actor) => {
    const own = granted.filter((grant) => grant.actor === actor).map(({ study }) => study.id)
    return (await listPriors(db, actor, own)).map((prior) => ({ ...prior, actor }))
  })
  return (await Promise.all(priors)).flat()
}

function byCookies(db: Context['db'], granted: (GrantedStudy & FoundStudy)[]): ImageAccess {
  const firstOf = async (isAsked: (study: StudyRow) => boolean): Promise<GrantedStudy[]> => {
    const own = granted.filter(({ study }) => isAsked(study))
    return own.length > 0 ? own : (await priorsOf(db, granted)).filter(({ study }) => isAsked(study))
  }
  return {
    findStudyById: async (studyId) => found((await firstOf(({ id }) => id === studyId))[0]),
    findStudy: async (uid) => onlyOne(db, await firstOf(({ studyInstanceUid }) => studyInstanceUid === uid), uid),
    async search({ uid, patientId }) {
      const priors = uid === null && patientId === null ? [] : await priorsOf(db, granted)
      const all = [...granted, ...priors.map(({ study }) => ofSession(study))]
      const ofPatient = all.filter(({ study }) => hasPatientId(study, patientId))
      const patients = new Set(ofPatient.map(({ study }) => study.patientRowId))
      return all.filter(({ study }) => hasUid(study, uid) && patients.has(study.patientRowId))
    },
  }
}

/** Checked anew for every request. Throws NOT_AUTHENTICATED. */
export async function imageAccess(context: Context, request: FastifyRequest): Promise<ImageAccess> {
  const { db } = context
  const actor = await findBearer(context, request)
  if (!actor) return byCookies(db, await grantedStudies(context, request))
  checkAccess(viewerEndpoints.study, actor)
  return byBearer(db, actor)
}
