import type { Endpoint } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import { viewerEndpoints } from '@readroom/contracts/viewer'
import { findReportSeries } from '@readroom/db/queries/archived-reports'
import { findSeriesIds, listSeries } from '@readroom/db/queries/series'
import { ownsSeries, type StudyRow } from '@readroom/db/queries/studies'
import type { RawAnswer } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, readingMs } from '../context.ts'
import { routeSchema } from '../http/mount.ts'
import { shareReads } from '../shared-reads.ts'
import { acceptFor } from './accept.ts'
import { type GrantedStudy, imageAccess, noteOpening } from './access.ts'
import type { Drawings } from './drawings.ts'
import { repairDatasets } from './metadata.ts'
import { imageOf, passedQuery, type Resource, readPath } from './paths.ts'
import { openFromArchive, type Question, readAnswer, untilGone } from './proxy.ts'
import { publicHost, searchStudies } from './search.ts'
import type { SeriesGuard } from './series-guard.ts'
import { createSoleStudyCheck, type SoleStudyCheck } from './sole-study.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const StudyParams = z.object({ studyInstanceUID: z.string(), '*': z.string().optional() })

/** Headers of the archive's answer that the browser needs. */
const passedHeaders = ['content-type', 'content-length', 'etag', 'last-modified']

/** Throws what the guard says of the series. */
async function checkDrawable({ db }: Context, guard: SeriesGuard, study: StudyRow, seriesUid: string): Promise<void> {
  for (const id of await findSeriesIds(db, study.id, seriesUid)) {
    const refusal = await guard.judge(id)
    if (refusal) throw refusal
  }
}

/** DICOM JSON of a study: the archive's answer with only what the database knows, and only while the UID stands for one study. */
async function sendDatasets(
  { db, orthanc, config }: Context,
  checkSoleStudy: SoleStudyCheck,
  study: StudyRow,
  { seriesUid, reportUid }: Resource & { reportUid: string | null },
  question: Question,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const images = seriesUid ? [] : (await listSeries(db, study.id)).map(({ seriesInstanceUid }) => seriesInstanceUid)
  const known = seriesUid ? null : new Set(reportUid === null ? images : [...images, reportUid])
  const answer = await openFromArchive(orthanc, question)
  const shown = { seriesUids: known, origin: new URL(config.PUBLIC_URL).origin }
  const datasets = await readAnswer(question.path, answer, (text) => repairDatasets(text, shown))
  // Once more: another patient's study may have come while the archive was reading.
  await checkSoleStudy(study)
  return reply.type('application/dicom+json').send(JSON.stringify(datasets))
}

/** Pixels and files, as they come from the archive. */
async function sendStream({ headers, body }: RawAnswer, reply: FastifyReply): Promise<FastifyReply> {
  for (const name of passedHeaders) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.send(body)
}

/** Has the archive draw an image. Throws IMAGE_NOT_DRAWN where it cannot. */
async function drawImage({ orthanc }: Context, drawings: Drawings, { signal: _, ...question }: Question): Promise<RawAnswer> {
  try {
    return await drawings.draw(imageOf(question.path), () => openFromArchive(orthanc, question))
  } catch (error) {
    if (error instanceof OrthancDown && error.status === 500) throw new AppError('IMAGE_NOT_DRAWN')
    throw error
  }
}

/**
 * What of a prior counts as opening it: whatever says more than that it is there. The viewer's study panel asks for the list of series of what
 * nobody has clicked on yet.
 */
const isOpening = ({ method }: FastifyRequest, below: string | undefined): boolean => method !== 'HEAD' && below !== 'series'

/** What the database says of a request: the study, and whether a series is of its images or is that of its report. */
type Admission = { granted: GrantedStudy; isOfImages: boolean; reportUid: string | null }

async function admit(context: Context, request: FastifyRequest, uid: string, seriesUid: string | null): Promise<Admission> {
  const access = await imageAccess(context, request)
  const granted = await access.findStudy(uid)
  const isOfImages = seriesUid !== null && (await ownsSeries(context.db, granted.study.id, seriesUid))
  const reportUid = isOfImages ? null : await findReportSeries(context.db, granted.study.orthancId)
  return { granted, isOfImages, reportUid }
}

/** Whatever an admission depends on: requests that have all of it in common get the same. */
const admissionKey = ({ headers, ip }: FastifyRequest, uid: string, seriesUid: string | null) =>
  JSON.stringify([uid, seriesUid, ip, headers.cookie, headers.authorization, headers['x-readroom-background']])

/** What keeps the archive alive: both viewers share it. */
export type ArchiveCare = { guard: SeriesGuard; drawings: Drawings }

/** A path of one study, checked for every request: the session, the study, the series in the path, and that the archive means the same study. */
function studyHandler(context: Context, { guard, drawings }: ArchiveCare, checkSoleStudy: SoleStudyCheck): Handler {
  const admitted = shareReads<Admission>()
  return async (request, reply) => {
    const { studyInstanceUID: uid, '*': below } = StudyParams.parse(request.params)
    const resource = readPath(below)
    const ofSeries = resource?.seriesUid ?? null
    const admission = await admitted(admissionKey(request, uid, ofSeries), () => admit(context, request, uid, ofSeries))
    const { granted, isOfImages, reportUid: archived } = admission
    const { study } = granted
    if (!resource) throw new AppError('NOT_FOUND')
    const { kind, seriesUid } = resource
    const accept = acceptFor(kind, request.headers.accept)
    // A link to share opens images: their report has its own ways out. The archive would put it into the file of the whole study.
    const reportUid = granted.actor ? archived : null
    if (archived !== reportUid && kind === 'file' && seriesUid === null) throw new AppError('NOT_FOUND')
    if (seriesUid !== null && !isOfImages && seriesUid !== reportUid) throw new AppError('STUDY_NOT_FOUND')
    await checkSoleStudy(study)
    if (kind === 'drawn' && seriesUid) await checkDrawable(context, guard, study, seriesUid)
    if (isOpening(request, below)) await noteOpening(context, granted)
    const query = passedQuery(new URL(request.url, context.config.PUBLIC_URL).searchParams)
    const question = {
      path: `/dicom-web/studies/${study.studyInstanceUid}${below ? `/${below}` : ''}${query}`,
      headers: { accept, forwarded: publicHost(context.config) },
      ...(kind !== 'list' && { answerMs: readingMs, study: study.orthancId }),
      signal: untilGone(reply),
    }
    reply.header('cache-control', 'private, no-store')
    const isJson = kind === 'list' || kind === 'metadata'
    if (isJson) return sendDatasets(context, checkSoleStudy, study, { ...resource, reportUid }, question, reply)
    const { orthanc } = context
    return sendStream(
      await (kind === 'drawn' ? drawImage(context, drawings, question) : openFromArchive(orthanc, question)),
      reply,
    )
  }
}

/** The study-scoped DICOMweb gateway: the only way to the archive's images, and read-only. */
export function dicomwebRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  const register = (endpoint: Endpoint, handler: Handler) =>
    app.route({ method: 'GET', url: endpoint.path, schema: routeSchema(endpoint), config: { endpoint }, handler })

  const checkSoleStudy = createSoleStudyCheck(context.orthanc)
  register(viewerEndpoints.searchStudies, async (request, reply) =>
    searchStudies(context, checkSoleStudy, await imageAccess(context, request), request, reply),
  )
  const handler = studyHandler(context, care, checkSoleStudy)
  register(viewerEndpoints.study, handler)
  register(viewerEndpoints.studyPart, handler)
}
