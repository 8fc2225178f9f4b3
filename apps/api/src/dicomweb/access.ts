import { AppError } from '@readroom/contracts/errors'
import { viewerEndpoints } from '@readroom/contracts/viewer'
import type { Actor } from '@readroom/db/actor'
import { countStudiesOfUid, findStudiesByUid, findStudy, listVisibleStudies, type StudyRow } from '@readroom/db/queries/studies'
import { findViewerGrants } from '@readroom/db/queries/tickets'
import { findGrantedShares } from '@readroom/domain/sharing'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { checkAccess } from '../http/mount.ts'
import { findActors, findBearer, keepAwake } from '../http/session.ts'
import { readShareCookies, readViewerCookies } from '../viewer/viewer-cookie.ts'

/** A search answers at most this many studies. */
const maxSearched = 100

export type StudySearch = { uid: string | null; patientId: string | null }

/** Who asks, and which studies this request may touch: those of the viewer cookies, or with a bearer token all that the caller sees. */
export type ImageAccess = {
  /** A study by its row id. Throws STUDY_NOT_FOUND. */
  findStudyById(studyId: string): Promise<StudyRow>
  /** The study of a UID. Throws STUDY_NOT_FOUND, or STUDY_UID_AMBIGUOUS where the UID stands for two studies. */
  findStudy(uid: string): Promise<StudyRow>
  /** The session by which a study is seen; null where it is a share link. */
  findSessionId(studyId: string): string | null
  search(search: StudySearch): Promise<StudyRow[]>
}

function found(study: StudyRow | null | undefined): StudyRow {
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  return study
}

/** OHIF writes a backslash for what the standard does not allow in a UID. */
const asViewerWrites = (uid: string) => uid.replace(/[^0-9.]+/g, '\\')

const matches = ({ studyInstanceUid, patientId: ownPatientId }: StudyRow, { uid, patientId }: StudySearch) =>
  (uid === null || [studyInstanceUid, asViewerWrites(studyInstanceUid)].includes(uid)) &&
  (patientId === null || ownPatientId === patientId)

/** The images of a UID that stands for two studies could be another patient's: they are shown to nobody. */
async function onlyOne(db: Context['db'], studies: StudyRow[], uid: string): Promise<StudyRow> {
  const study = found(studies[0])
  if ((await countStudiesOfUid(db, uid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  return study
}

function byBearer(db: Context['db'], actor: Actor): ImageAccess {
  return {
    findStudyById: async (studyId) => found(await findStudy(db, actor, studyId)),
    findStudy: async (uid) => onlyOne(db, await findStudiesByUid(db, actor, uid), uid),
    findSessionId: () => actor.sessionId,
    search: async (search) => listVisibleStudies(db, actor, { ...search, limit: maxSearched }),
  }
}

type Granted = { study: StudyRow; sessionId: string | null }

/** The studies that the cookies grant, each still visible to the session that it was granted to, or to whoever shared it. */
async function grantedStudies({ db, config }: Context, request: FastifyRequest): Promise<Granted[]> {
  const grants = await findViewerGrants(db, readViewerCookies(request))
  const actors = await findActors(db, config, [...new Set(grants.map(({ sessionId }) => sessionId))])
  const shared = await findGrantedShares(db, readShareCookies(request))
  if (actors.length === 0 && shared.length === 0) throw new AppError('NOT_AUTHENTICATED')
  await Promise.all(actors.map((actor) => keepAwake(db, actor)))
  const seen = await Promise.all(
    grants.map(async ({ sessionId, studyId }) => {
      const actor = actors.find((candidate) => candidate.sessionId === sessionId)
      const study = actor ? await findStudy(db, actor, studyId) : null
      return study ? [{ study, sessionId }] : []
    }),
  )
  return [...seen.flat(), ...shared.map((study) => ({ study, sessionId: null }))]
}

/** Checked anew for every request. Throws NOT_AUTHENTICATED. */
export async function imageAccess(context: Context, request: FastifyRequest): Promise<ImageAccess> {
  const { db, config } = context
  const actor = await findBearer(db, config, request)
  if (actor) {
    checkAccess(viewerEndpoints.study, actor)
    return byBearer(db, actor)
  }
  const grants = await grantedStudies(context, request)
  const granted = grants.map(({ study }) => study)
  return {
    findSessionId: (studyId) => grants.find(({ study }) => study.id === studyId)?.sessionId ?? null,
    findStudyById: async (studyId) => found(granted.find(({ id }) => id === studyId)),
    findStudy: async (uid) =>
      onlyOne(
        db,
        granted.filter((study) => study.studyInstanceUid === uid),
        uid,
      ),
    search: async (search) => granted.filter((study) => matches(study, search)),
  }
}
