import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import type { ImageStudy } from '@readroom/db/images/granted-images'
import { type ArchivedSeries, findArchivedSeries } from '@readroom/db/reports/archived-reports'
import { listSeries } from '@readroom/db/studies/series'
import type { RawAnswer } from '@readroom/orthanc/client'
import { OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, readingMs } from '../../core/context.ts'
import { shareReads } from '../../core/shared-reads.ts'
import type { ImageDecoder } from '../decoding/image-decoder.ts'
import type { ImageReader } from '../flow/archive-slots.ts'
import type { Holdable } from '../flow/image-flow.ts'
import { acceptFor } from './accept.ts'
import type { GrantedImages, ImageAccess } from './access.ts'
import type { ArchiveCare } from './archive-care.ts'
import { findSlice, readPictureTask } from './drawn.ts'
import { createIdFinder, type FindIds, type Frame, findFrame, pathOfFrame, sendFrame, syntaxOfFrame } from './frames.ts'
import { imageReader } from './image-reader.ts'
import { repairDatasets, type Shown } from './metadata.ts'
import { asParts, createOwnImages, type OwnImages } from './own-images.ts'
import { passedQuery, type Resource, type ResourceKind, readPath } from './paths.ts'
import { openFromArchive, type Question, readAnswer, untilGone } from './proxy.ts'
import { publicHost } from './search.ts'
import type { SoleStudyCheck } from './sole-study.ts'

/** The access of a request to one study. */
export type StudyAccess = Pick<ImageAccess, 'findStudy' | 'opensReport' | 'note'>

/** Works out what a request may read. Throws NOT_AUTHENTICATED, FORBIDDEN. */
type FindAccess = (request: FastifyRequest) => Promise<StudyAccess>

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** One request to the archive, and the way of its answer to the client. */
type Reading = {
  question: Question
  gone: AbortController
  reply: FastifyReply
  /** Asks the archive when it has a slot for the reader. */
  ask: (question: Question) => Promise<RawAnswer>
  /** Takes what the archive sent, so that its connection is free. */
  hold: { answer: (answer: Holdable) => Readable; bytes: (bytes: Buffer) => Buffer | Readable }
}

const StudyParams = z.object({ studyInstanceUID: z.string(), '*': z.string().optional() })

/** Headers of the archive's answer that are passed to the browser. */
const passedHeaders = ['content-type', 'content-length', 'etag', 'last-modified']

/** Returns true for data that the archive sends as stored, without decoding anything. */
const isStored = (kind: ResourceKind): boolean => kind === 'file' || kind === 'frames' || kind === 'bulk'

/** `within`: the series and image that are taken out of the answer about the whole study. */
type Asked = Resource & { reportUid: string | null; within?: Pick<Shown, 'seriesUids' | 'sopUid'> }

/** Sends the DICOM JSON of a study, reduced to series that the database knows. Refuses it if two studies share the UID. */
async function sendDatasets(
  { db, config }: Context,
  checkSoleStudy: SoleStudyCheck,
  study: ImageStudy,
  { seriesUid, reportUid, within }: Asked,
  { question, reply, ask, hold }: Reading,
): Promise<FastifyReply> {
  const images = seriesUid ? [] : (await listSeries(db, study.id)).map(({ seriesInstanceUid }) => seriesInstanceUid)
  const known = seriesUid ? null : new Set(reportUid === null ? images : [...images, reportUid])
  const answer = await ask(question)
  const shown = { seriesUids: known, origin: new URL(config.PUBLIC_URL).origin, ...within }
  const datasets = await readAnswer(question.path, answer, (text) => repairDatasets(text, shown))
  if (within && datasets.length === 0) throw new OrthancNotFound(question.path)
  // Checked again: another patient's study may have arrived while the archive was reading.
  await checkSoleStudy(study)
  return reply.type('application/dicom+json').send(hold.bytes(Buffer.from(JSON.stringify(datasets))))
}

/** Streams pixels and files unchanged from the image archive. */
function sendStream(answer: RawAnswer, { reply, hold }: Reading): FastifyReply {
  const { headers } = answer
  for (const name of passedHeaders) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.send(hold.answer(answer))
}

/**
 * Opens stored data while `check` runs, so that the archive is asked for both at once. Passes nothing on before the check has passed: its refusal
 * ends the reading.
 */
async function openWhileChecking({ ask, question, gone }: Reading, check: Promise<void>): Promise<RawAnswer> {
  const opening = ask(question)
  // Whatever comes of it, the check is answered first.
  opening.catch(() => {})
  await check.catch((error: unknown) => {
    gone.abort()
    throw error
  })
  return opening
}

/** Returns IMAGE_NOT_DRAWN if the archive, which is there, failed at an image. Returns any other error as it is. */
const asUndrawn = (error: unknown): unknown =>
  error instanceof OrthancDown && error.status === 500 ? new AppError('IMAGE_NOT_DRAWN') : error

/**
 * Sends one frame. Asks for its transfer syntax and its bytes at once. Throws IMAGE_NOT_DRAWN if the archive cannot take the frame out of the
 * file, as from a file without pixels.
 */
async function answerFrame({ orthanc }: Context, frame: Frame, reading: Reading, check: Promise<void>): Promise<FastifyReply> {
  const { question, gone, reply, hold } = reading
  // As long as the bytes have: behind many large frames it waits for a connection, too.
  const syntax = orthanc.getTransferSyntax(frame.instanceId, { answerMs: question.answerMs })
  // Whatever comes of it, the check is answered first.
  syntax.catch(() => {})
  try {
    const answer = await openWhileChecking({ ...reading, question: { ...question, path: pathOfFrame(frame) } }, check)
    const body = hold.answer(answer)
    return sendFrame(body, answer, syntaxOfFrame(await syntax), reply)
  } catch (error) {
    gone.abort()
    throw asUndrawn(error)
  }
}

/** Sends a picture of an image, which is drawn here: the archive sends its file. */
async function sendPicture(
  context: Context,
  { decoder, findIds }: { decoder: ImageDecoder; findIds: FindIds },
  {
    study,
    below,
    reader,
    search,
    type,
  }: { study: ImageStudy; below: string; reader: ImageReader; search: URLSearchParams; type: string },
  { gone, reply, hold }: Reading,
): Promise<FastifyReply> {
  const slice = await findSlice(context, findIds, study, below)
  const task = readPictureTask(below, search, type, slice.frame)
  const image = { id: slice.id, studyId: study.id }
  const { bytes } = await decoder.decode({ image, study: study.orthancId, task, reader, signal: gone.signal })
  return reply.type(type).send(hold.bytes(Buffer.from(bytes)))
}

/** Sends stored images or their parts, by the archive's ids. The first is opened before the answer begins, so that its failure is the answer's. */
async function sendOwnParts({ paths, part }: OwnImages, reading: Reading): Promise<FastifyReply> {
  const { reply, hold } = reading
  const open = async (path: string) => (await reading.ask({ ...reading.question, path, headers: {} })).body
  const [first = '', ...others] = paths
  const opened = await open(first)
  async function* bodies() {
    yield opened
    for (const path of others) yield await open(path)
  }
  const { contentType, body } = asParts(part, bodies())
  return reply.header('content-type', contentType).send(hold.answer({ headers: {}, body }))
}

/** The database's view of a request: its study, and whether the series is one of its images or the one of its report. */
type Admission = { access: StudyAccess; granted: GrantedImages; isOfImages: boolean; archived: ArchivedSeries | null }

async function admit({ db }: Context, access: StudyAccess, uid: string, seriesUid: string | null): Promise<Admission> {
  const { granted, ownsSeries: isOfImages } = await access.findStudy(uid, seriesUid)
  const archived = isOfImages ? null : await findArchivedSeries(db, granted.study.orthancId)
  return { access, granted, isOfImages, archived }
}

/** Contains everything that an admission depends on. Requests with the same key share one. */
const admissionKey = ({ headers, ip }: FastifyRequest, uid: string, seriesUid: string | null) =>
  JSON.stringify([uid, seriesUid, ip, headers.cookie, headers.authorization, headers['x-readroom-background']])

type StudyHandlerOptions = { care: ArchiveCare; checkSoleStudy: SoleStudyCheck; findAccess: FindAccess }

/** Serves a path of one study. Each request checks the caller, the study, the series, and that the archive has one study with this UID. */
export function studyHandler(context: Context, { care, checkSoleStudy, findAccess }: StudyHandlerOptions): Handler {
  const { decoder, flow } = care
  const admitted = shareReads<Admission>()
  const findIds = createIdFinder(context.orthanc)
  const findOwnImages = createOwnImages(context.orthanc, findIds)
  return async (request, reply) => {
    flow.checkRefused(request)
    const { studyInstanceUID: uid, '*': below } = StudyParams.parse(request.params)
    const resource = readPath(below)
    const ofSeries = resource?.seriesUid ?? null
    const admission = await admitted(admissionKey(request, uid, ofSeries), async () =>
      admit(context, await findAccess(request), uid, ofSeries),
    )
    const { access, granted, isOfImages, archived } = admission
    const { study } = granted
    if (!resource) throw new AppError('NOT_FOUND')
    const { kind, seriesUid } = resource
    const accept = acceptFor(kind, request.headers.accept)
    // A share link opens images only, because reports are shared in their own ways. The archive would include the report in the file of a whole study.
    const reportUid = access.opensReport(granted) ? (archived?.document ?? null) : null
    if (archived && !access.opensReport(granted) && kind === 'file' && seriesUid === null) throw new AppError('NOT_FOUND')
    if (seriesUid !== null && !isOfImages && seriesUid !== reportUid) throw new AppError('STUDY_NOT_FOUND')
    const frame = kind === 'frames' && below ? await findFrame(findIds, study, below) : null
    const check = async () => {
      if (!frame) await checkSoleStudy(study)
      if (request.method !== 'HEAD') await access.note(granted, { isSeriesList: below === 'series' })
    }
    const search = new URL(request.url, context.config.PUBLIC_URL).searchParams
    const gone = untilGone(reply)
    const reader = imageReader(context, request, granted)
    const reading: Reading = {
      question: {
        path: `/dicom-web/studies/${study.studyInstanceUid}${below ? `/${below}` : ''}${passedQuery(search)}`,
        headers: { accept, forwarded: publicHost(context.config) },
        ...(kind !== 'list' && { answerMs: readingMs, study: study.orthancId }),
        signal: gone.signal,
      },
      gone,
      reply,
      ask: (question) => flow.open(reader, (turn) => openFromArchive(context.orthanc, { ...question, turn })),
      hold: {
        answer: (answer) => flow.hold(reply, reader, answer),
        bytes: (bytes) => flow.holdBytes(reply, reader, bytes),
      },
    }
    reply.header('cache-control', 'private, no-store')
    const checked = check()
    if (frame) return answerFrame(context, frame, reading, checked)
    const asked = { ...resource, reportUid }
    try {
      if (isStored(kind)) return sendStream(await openWhileChecking(reading, checked), reading)
      await checked
      if (kind === 'drawn' && below)
        return await sendPicture(context, { decoder, findIds }, { study, below, reader, search, type: accept }, reading)
      return await sendDatasets(context, checkSoleStudy, study, asked, reading)
    } catch (error) {
      if (!(error instanceof OrthancNotFound) || !below || !isOfImages) throw error
      await checked
      if (kind === 'metadata' && seriesUid) {
        const within = { seriesUids: new Set([seriesUid]), sopUid: resource.sopUid }
        const path = `/dicom-web/studies/${study.studyInstanceUid}/metadata`
        const ofStudy = { ...reading, question: { ...reading.question, path } }
        return sendDatasets(context, checkSoleStudy, study, { ...asked, within }, ofStudy)
      }
      const own = await findOwnImages(study, below, resource)
      if (!own) throw error
      return sendOwnParts(own, reading)
    }
  }
}
