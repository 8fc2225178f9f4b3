import { Buffer } from 'node:buffer'
import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { AppError, type ErrorCode } from '@readroom/contracts/core/errors'
import { archiveViewerEndpoints } from '@readroom/contracts/images/archive-viewer'
import { findReadableStudy } from '@readroom/db/images/priors'
import { listSeries } from '@readroom/db/studies/series'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { routeSchema } from '../../core/http/mount.ts'
import { findAdmitted, keepAwake } from '../../core/http/session.ts'
import { type GrantedStudy, imageAccess, noteOpening } from '../dicomweb/access.ts'
import type { ArchiveCare } from '../dicomweb/archive-care.ts'
import { imageReader } from '../dicomweb/image-reader.ts'
import { refusalOf, untilGone } from '../dicomweb/proxy.ts'
import type { ImageReader } from '../flow/archive-slots.ts'
import { addedScript } from './added-script.ts'
import { addedStyle } from './added-style.ts'
import { createSeriesCheck, describeSeries, type SeriesCheck } from './archived-series.ts'
import { describeStudy } from './describe-study.ts'
import { readFrameKey, writeFrameKey } from './frame-key.ts'
import { pagePolicy } from './page-policy.ts'
import { type Asked, readPath } from './paths.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const Params = z.object({ studyId: z.string(), '*': z.string().optional() })
const FramedParams = z.object({ studyId: z.string(), key: z.string(), '*': z.string() })

const noStore = 'private, no-store'
const aWhile = 'private, max-age=3600'
const caching: Record<Asked['kind'], string> = {
  page: aWhile,
  style: aWhile,
  file: aWhile,
  series: noStore,
  stable: noStore,
  image: noStore,
}

/** Text that we append to files of the archive viewer's page. */
const additions: Partial<Record<string, string>> = { 'app/viewer.css': addedStyle, 'app/viewer.js': addedScript }

/** A request for a part of the archive viewer, by an account that may read the study. */
type Part = { granted: GrantedStudy; below: string; reply: FastifyReply; reader: ImageReader; signal: AbortSignal }

/** Sends a file of the viewer, or whether a series still receives images, as the archive has it. */
async function sendFromArchive(
  { orthanc }: Context,
  { flow }: ArchiveCare,
  { below, reply, reader, signal }: Part,
  code: ErrorCode,
): Promise<FastifyReply> {
  const path = `/web-viewer/${below}`
  const answer = await flow.open(reader, (turn) => orthanc.request(path, { headers: { accept: '*/*' }, signal, turn }))
  if (answer.statusCode !== 200) {
    const error = await refusalOf(path, answer)
    throw error instanceof OrthancNotFound ? new AppError(code) : error
  }
  reply.header('content-type', answer.headers['content-type'])
  const added = additions[below]
  return reply.send(added === undefined ? flow.hold(reply, reader, answer) : (await answer.body.text()) + added)
}

/** Sends a part of the archive viewer: its own files as the archive has them, series and images as its plugin would describe them. */
async function sendPart(context: Context, care: ViewerCare, part: Part): Promise<FastifyReply> {
  const { granted, below, reply, reader, signal } = part
  const { study } = granted
  const asked = readPath(below)
  if (!asked) throw new AppError('NOT_FOUND')
  if ('id' in asked) await care.checkSeries(study, asked)
  if (asked.kind === 'image' && reply.request.method !== 'HEAD') await noteOpening(context, granted)
  reply.header('cache-control', caching[asked.kind]).header('content-security-policy', pagePolicy)
  if (asked.kind === 'series') return reply.send(await describeSeries(context.orthanc, study, asked.id))
  if (asked.kind !== 'image')
    return sendFromArchive(context, care, part, asked.kind === 'stable' ? 'IMAGES_MISSING' : 'NOT_FOUND')
  const { frame, form } = asked
  const task = { kind: 'archive-viewer', frame, form } as const
  const image = { id: asked.id, studyId: study.id }
  const { json } = await care.decoder.decode({ image, study: study.orthancId, task, reader, signal })
  return reply.type('application/json').send(care.flow.holdBytes(reply, reader, Buffer.from(json)))
}

type ViewerCare = ArchiveCare & { checkSeries: SeriesCheck }

function sendTo(context: Context, care: ViewerCare, granted: GrantedStudy, below: string, reply: FastifyReply) {
  const reader = imageReader(context, reply.request, granted)
  return sendPart(context, care, { granted, below, reply, reader, signal: untilGone(reply).signal })
}

function partHandler(context: Context, care: ViewerCare): Handler {
  return async (request, reply) => {
    const { studyId, '*': below = '' } = Params.parse(request.params)
    const granted = await (await imageAccess(context, request)).findStudyById(studyId)
    return sendTo(context, care, granted, below, reply)
  }
}

/** Finds the study of a frame's address. Throws NOT_AUTHENTICATED or STUDY_NOT_FOUND. */
async function findFramed(
  context: Context,
  request: FastifyRequest,
  { studyId, key }: { studyId: string; key: string },
): Promise<GrantedStudy> {
  const { db } = context
  const frame = readFrameKey(request.server, key)
  const [actor] = frame ? await findAdmitted(context, [frame.sessionId]) : []
  if (!frame || !actor) throw new AppError('NOT_AUTHENTICATED')
  const readable = frame.studyId === studyId ? await findReadableStudy(db, actor, studyId) : null
  if (!readable) throw new AppError('STUDY_NOT_FOUND')
  await keepAwake(db, actor)
  return { ...readable, actor, outsider: null }
}

/** Serves the sandboxed frame by its key instead of a cookie. CORS headers let it read, because our origin is foreign to it. */
function framedPartHandler(context: Context, care: ViewerCare): Handler {
  return async (request, reply) => {
    const { '*': below, ...frame } = FramedParams.parse(request.params)
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return sendTo(context, care, await findFramed(context, request, frame), below, reply)
  }
}

function seriesHandler(context: Context): Handler {
  return async (request, reply) => {
    const { studyId } = Params.parse(request.params)
    const access = await imageAccess(context, request)
    const { study, actor } = await access.findStudyById(studyId)
    if (actor === null) throw new AppError('NOT_AUTHENTICATED')
    const key = writeFrameKey(request.server, context.settings.now(), { sessionId: actor.sessionId, studyId: study.id })
    reply.header('cache-control', noStore)
    const described = describeStudy(study, await listSeries(context.db, study.id))
    return { success: true, ...described, frame: `/archive-viewer/${study.id}/frame/${key}/` }
  }
}

/** Mounts the gateway to the archive viewer: one study, read-only. */
export function archiveViewerRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  const isOn = context.config.ARCHIVE_VIEWER === 'on'
  const viewerCare = { ...care, checkSeries: createSeriesCheck(context.db, context.orthanc) }
  const register = (endpoint: Endpoint, handler: Handler) =>
    app.route({
      method: 'GET',
      url: endpoint.path,
      schema: routeSchema(endpoint),
      config: { endpoint },
      handler: async (request, reply) => {
        if (!isOn) throw new AppError('NOT_FOUND')
        return handler(request, reply)
      },
    })

  register(archiveViewerEndpoints.series, seriesHandler(context))
  register(archiveViewerEndpoints.part, partHandler(context, viewerCare))
  register(archiveViewerEndpoints.framedPart, framedPartHandler(context, viewerCare))
}
