import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { AppError, type ErrorCode } from '@readroom/contracts/core/errors'
import { archiveViewerEndpoints } from '@readroom/contracts/images/archive-viewer'
import { findReadableStudy } from '@readroom/db/images/priors'
import { hasSeries, listSeries } from '@readroom/db/studies/series'
import type { StudyRow } from '@readroom/db/studies/studies'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Context, readingMs } from '../../core/context.ts'
import { routeSchema } from '../../core/http/mount.ts'
import { findAdmitted, keepAwake } from '../../core/http/session.ts'
import { type GrantedStudy, imageAccess, noteOpening } from '../dicomweb/access.ts'
import type { ArchiveCare } from '../dicomweb/archive-care.ts'
import { imageReader } from '../dicomweb/image-reader.ts'
import { refusalOf, untilGone } from '../dicomweb/proxy.ts'
import type { SeriesGuard } from '../dicomweb/series-guard.ts'
import type { Turn } from '../flow/image-flow.ts'
import { addedScript } from './added-script.ts'
import { addedStyle } from './added-style.ts'
import { describeStudy } from './describe-study.ts'
import { readFrameKey, writeFrameKey } from './frame-key.ts'
import { pagePolicy } from './page-policy.ts'
import { type Asked, readPath } from './paths.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const Params = z.object({ studyId: z.string(), '*': z.string().optional() })
const FramedParams = z.object({ studyId: z.string(), key: z.string(), '*': z.string() })

/** Error codes for answers of the image archive other than 200. */
const refusals: Record<Asked['kind'], ErrorCode> = {
  page: 'NOT_FOUND',
  style: 'NOT_FOUND',
  file: 'NOT_FOUND',
  series: 'IMAGES_MISSING',
  stable: 'IMAGES_MISSING',
  image: 'IMAGE_NOT_DRAWN',
}

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

/** Throws STUDY_NOT_FOUND if a series or image belongs to another study, or the guard's refusal. */
async function checkAsked({ db }: Context, guard: SeriesGuard, study: StudyRow, { kind, id }: Asked): Promise<void> {
  if (kind !== 'series' && kind !== 'stable' && kind !== 'image') return
  const seriesId = kind === 'image' ? await guard.seriesOf(id) : id
  if (!(await hasSeries(db, study.id, seriesId))) throw new AppError('STUDY_NOT_FOUND')
  const refusal = kind === 'stable' ? null : await guard.judge(seriesId)
  if (refusal) throw refusal
}

/** Text that we append to files of the archive viewer's page. */
const additions: Partial<Record<string, string>> = { 'app/viewer.css': addedStyle, 'app/viewer.js': addedScript }

/** Sends the archive viewer's page or one of its files, for a study that the account may read. */
async function sendPart(
  context: Context,
  { guard, drawings, flow }: ArchiveCare,
  granted: GrantedStudy,
  below: string,
  reply: FastifyReply,
) {
  const asked = readPath(below)
  if (!asked) throw new AppError('NOT_FOUND')
  await checkAsked(context, guard, granted.study, asked)
  if (asked.kind === 'image' && reply.request.method !== 'HEAD') await noteOpening(context, granted)
  const path = `/web-viewer/${below}`
  const headers = { accept: '*/*' }
  const { orthanc } = context
  const reader = imageReader(context, reply.request, granted)
  const { signal } = untilGone(reply)
  const ask = (turn: Turn) => orthanc.request(path, { headers, signal, turn })
  // The archive draws an image before it answers.
  const draw = (turn: Turn) => orthanc.request(path, { headers, answerMs: readingMs, study: granted.study.orthancId, turn })
  const answer = await flow.open(reader, (turn) =>
    asked.kind === 'image' ? drawings.draw(asked.id, () => draw(turn)) : ask(turn),
  )
  if (answer.statusCode !== 200) {
    const error = await refusalOf(path, answer)
    // The plugin answers 500 for an image that cannot be drawn.
    const isAboutAsked = error instanceof OrthancNotFound || (asked.kind === 'image' && answer.statusCode === 500)
    throw isAboutAsked ? new AppError(refusals[asked.kind]) : error
  }
  reply.header('cache-control', caching[asked.kind]).header('content-security-policy', pagePolicy)
  reply.header('content-type', answer.headers['content-type'])
  const added = additions[below]
  return reply.send(added === undefined ? flow.hold(reply, reader, answer) : (await answer.body.text()) + added)
}

function partHandler(context: Context, care: ArchiveCare): Handler {
  return async (request, reply) => {
    const { studyId, '*': below = '' } = Params.parse(request.params)
    const granted = await (await imageAccess(context, request)).findStudyById(studyId)
    return sendPart(context, care, granted, below, reply)
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
function framedPartHandler(context: Context, care: ArchiveCare): Handler {
  return async (request, reply) => {
    const { '*': below, ...frame } = FramedParams.parse(request.params)
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return sendPart(context, care, await findFramed(context, request, frame), below, reply)
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
  register(archiveViewerEndpoints.part, partHandler(context, care))
  register(archiveViewerEndpoints.framedPart, framedPartHandler(context, care))
}
