import { AppError } from '@readroom/contracts/core/errors'
import { viewerEndpoints } from '@readroom/contracts/images/viewer'
import { findViewerGrants } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { findGrantedImages, type ImageStudy } from '@readroom/db/images/granted-images'
import { findReadableByUid, findReadableStudy, isPriorOpened, listPriors, type ReadableStudy } from '@readroom/db/images/priors'
import { findOwnership, listVisibleStudies, type StudyRow } from '@readroom/db/studies/studies'
import { recordPriorOpened } from '@readroom/domain/images/priors'
import { findGrantedShares } from '@readroom/domain/studies/sharing'
import type { FastifyRequest } from 'fastify'
import { readShareCookies, readViewerCookies } from '../../access/viewer-access/viewer-cookie.ts'
import type { Context } from '../../core/context.ts'
import { checkAccess } from '../../core/http/mount.ts'
import { findAdmitted, findBearer, isAdmitted, keepAwake, limitsOf } from '../../core/http/session.ts'

/** Maximum number of studies in a search result. */
const maxSearched = 100

export type StudySearch = { uid: string | null; patientId: string | null }

/** The account that reads a study, or the share link or FHIR client: `outsider` names it. */
export type GrantedTo = { actor: Actor; outsider: null } | { actor: null; outsider: string }

/** A study that a request may read, who reads it, and the study that it is a prior of. */
type Granted<S extends ImageStudy> = Omit<ReadableStudy, 'study'> & { study: S } & GrantedTo
export type GrantedStudy = Granted<StudyRow>
export type GrantedImages = Granted<ImageStudy>

/** A study that a request may read by its UID. `ownsSeries`: the requested series is one of its images. */
type FoundByUid = { granted: GrantedImages; ownsSeries: boolean }

/** A study in a search result. `sharedUntil` is when the share link ends if only a link opens it, null if a session does. */
export type FoundStudy = { study: StudyRow; sharedUntil: Date | null }

/**
 * The studies that a request may read. With viewer cookies: their studies and the priors of those. With a bearer token: every study that the
 * account may read. A share link opens one study and no priors.
 */
export type ImageAccess = {
  /** Returns true if the study's report in the archive opens too. A share link opens images only. */
  opensReport(granted: GrantedImages): boolean
  /** Records a request for a study, if it is to be recorded. */
  note(granted: GrantedImages, asked: { isSeriesList: boolean }): Promise<void>
  /** Finds a study by its row id. Throws STUDY_NOT_FOUND, NOT_AUTHENTICATED. */
  findStudyById(studyId: string): Promise<GrantedStudy>
  /** Finds a study by UID, and whether it has the series. Throws what `findStudyById` throws, or STUDY_UID_AMBIGUOUS if two studies share the UID. */
  findStudy(uid: string, seriesUid: string | null): Promise<FoundByUid>
  /** Lists studies. Throws NOT_AUTHENTICATED. Priors are found by UID or patient ID, and follow the studies that they are priors of. */
  search(search: StudySearch): Promise<FoundStudy[]>
}

function found<S>(study: S | null | undefined): S {
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  return study
}

/** Rewrites a UID as OHIF does, with a backslash for characters that the standard does not allow. */
const asViewerWrites = (uid: string) => uid.replace(/[^0-9.]+/g, '\\')

const ofSession = (study: StudyRow): FoundStudy => ({ study, sharedUntil: null })

const hasUid = ({ studyInstanceUid }: StudyRow, uid: string | null) =>
  uid === null || [studyInstanceUid, asViewerWrites(studyInstanceUid)].includes(uid)

/** Matches the patient ID that the scanner wrote, which the viewer uses, and its correction. */
const hasPatientId = ({ patientId, dicomPatientId }: StudyRow, asked: string | null) =>
  asked === null || patientId === asked || dicomPatientId === asked

type Ownership = Awaited<ReturnType<typeof findOwnership>>

/** Throws if two studies share the UID, because the images could be another patient's. */
function soleOfUid(granted: GrantedImages, { studiesOfUid, ownsSeries }: Ownership): FoundByUid {
  if (studiesOfUid > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  return { granted, ownsSeries }
}

/** Returns the study of a UID. Throws STUDY_NOT_FOUND, STUDY_UID_AMBIGUOUS. */
export async function onlyOne(db: Context['db'], studies: GrantedStudy[], seriesUid: string | null): Promise<FoundByUid> {
  const granted = found(studies[0])
  return soleOfUid(granted, await findOwnership(db, granted.study, seriesUid))
}

/** Records that a session opens a prior, at its first request only, so that later ones need not wait. */
export async function noteOpening({ db }: Pick<Context, 'db'>, { study, priorOf, actor }: GrantedImages): Promise<void> {
  if (priorOf === null || actor === null) return
  const { sessionId } = actor
  if (await isPriorOpened(db, { sessionId, studyId: study.id })) return
  await db.transaction((tx) => recordPriorOpened(tx, actor, { studyId: study.id, priorOf }))
}

/** The viewer's study panel lists series before the reader has clicked on anything, so that does not open a prior. */
const noteRequest =
  (db: Context['db']): ImageAccess['note'] =>
  async (granted, { isSeriesList }) => {
    if (!isSeriesList) await noteOpening({ db }, granted)
  }

function byBearer(db: Context['db'], actor: Actor): ImageAccess {
  return {
    opensReport: () => true,
    note: noteRequest(db),
    findStudyById: async (studyId) => ({ ...found(await findReadableStudy(db, actor, studyId)), actor, outsider: null }),
    findStudy: async (uid, seriesUid) => {
      const readable = await findReadableByUid(db, actor, uid)
      return onlyOne(
        db,
        readable.map((study) => ({ ...study, actor, outsider: null })),
        seriesUid,
      )
    },
    async search({ uid, patientId }) {
      const own = await listVisibleStudies(db, actor, { uid, patientId, limit: maxSearched })
      if (uid === null && patientId === null) return own.map(ofSession)
      const ids = own.map(({ id }) => id)
      const priors = uid === null ? await listPriors(db, actor, ids) : await findReadableByUid(db, actor, uid)
      return [...own, ...priors.flatMap(({ study }) => (ids.includes(study.id) ? [] : [study]))].map(ofSession)
    },
  }
}

/** Returns the studies of the cookies that their session, or the sharing account, may still read. */
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
      return study && actor ? [{ ...study, actor, outsider: null, sharedUntil: null }] : []
    }),
  )
  const byLinks = shared.map(({ study, link: { id, expiresAt } }) => {
    return { study, priorOf: null, actor: null, outsider: `link ${id}`, sharedUntil: expiresAt }
  })
  return [...readable.flat(), ...byLinks]
}

/** Returns the priors of the sessions' studies, newest first. */
async function priorsOf(db: Context['db'], granted: readonly GrantedStudy[]): Promise<GrantedStudy[]> {
  const actors = new Map(granted.flatMap(({ actor }) => (actor ? [[actor.sessionId, actor] as const] : [])))
  const priors = [...actors.values()].map(async (actor) => {
    const own = granted.filter((grant) => grant.actor === actor).map(({ study }) => study.id)
    return (await listPriors(db, actor, own)).map((prior) => ({ ...prior, actor, outsider: null }))
  })
  return (await Promise.all(priors)).flat()
}

/** Finds a study of the request's cookies that its account sees. Null for anything else: a prior, a share link, an ended session. */
async function findOwn(context: Context, request: FastifyRequest, uid: string, seriesUid: string | null) {
  const secrets = readViewerCookies(request)
  const asked = { secrets, studyUid: uid, seriesUid }
  const [own] = (await findGrantedImages(context.db, limitsOf(context), asked)).filter(isAdmitted)
  if (!own) return null
  const { study, studiesOfUid, ownsSeries, ...actor } = own
  await keepAwake(context.db, actor)
  return soleOfUid({ study, actor, outsider: null, priorOf: null }, { studiesOfUid, ownsSeries })
}

function byCookies(context: Context, request: FastifyRequest): ImageAccess {
  const { db } = context
  const findGranted = async () => grantedStudies(context, request)
  const firstOf = async (isAsked: (study: StudyRow) => boolean): Promise<GrantedStudy[]> => {
    const granted = await findGranted()
    const own = granted.filter(({ study }) => isAsked(study))
    return own.length > 0 ? own : (await priorsOf(db, granted)).filter(({ study }) => isAsked(study))
  }
  return {
    opensReport: ({ actor }) => actor !== null,
    note: noteRequest(db),
    findStudyById: async (studyId) => found((await firstOf(({ id }) => id === studyId))[0]),
    async findStudy(uid, seriesUid) {
      const own = await findOwn(context, request, uid, seriesUid)
      return own ?? onlyOne(db, await firstOf(({ studyInstanceUid }) => studyInstanceUid === uid), seriesUid)
    },
    async search({ uid, patientId }) {
      const granted = await findGranted()
      const priors = uid === null && patientId === null ? [] : await priorsOf(db, granted)
      const all = [...granted, ...priors.map(({ study }) => ofSession(study))]
      const ofPatient = all.filter(({ study }) => hasPatientId(study, patientId))
      const patients = new Set(ofPatient.map(({ study }) => study.patientRowId))
      return all.filter(({ study }) => hasUid(study, uid) && patients.has(study.patientRowId))
    },
  }
}

/** Works out what a request may read, anew for every request. Throws FORBIDDEN to an account that has no images. */
export async function imageAccess(context: Context, request: FastifyRequest): Promise<ImageAccess> {
  const { db } = context
  const actor = await findBearer(context, request)
  if (!actor) return byCookies(context, request)
  checkAccess(viewerEndpoints.study, actor)
  return byBearer(db, actor)
}
