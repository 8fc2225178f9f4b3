import type { Endpoint } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import { viewerEndpoints } from '@readroom/contracts/viewer'
import { findSeriesIds } from '@readroom/db/queries/series'
import { ownsSeries, type StudyRow } from '@readroom/db/queries/studies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { routeSchema } from '../http/mount.ts'
import { imageAccess } from './access.ts'
import { isDrawn, passedQuery, seriesOfPath } from './paths.ts'
import { proxyToArchive } from './proxy.ts'
import { searchStudies } from './search.ts'
import { createSeriesGuard, type SeriesGuard } from './series-guard.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const StudyParams = z.object({ studyInstanceUID: z.string(), '*': z.string().optional() })

/** Throws IMAGE_TOO_LARGE. Documents and videos are drawn though they are no images. */
async function checkDrawable({ db }: Context, guard: SeriesGuard, study: StudyRow, seriesUid: string): Promise<void> {
  for (const id of await findSeriesIds(db, study.id, seriesUid)) {
    if ((await guard.judge(id)) === 'IMAGE_TOO_LARGE') throw new AppError('IMAGE_TOO_LARGE')
  }
}

/** A path of one study, checked for every request: the session, the study, and the series in the path. */
function studyHandler(context: Context, guard: SeriesGuard): Handler {
  return async (request, reply) => {
    const { studyInstanceUID: uid, '*': below } = StudyParams.parse(request.params)
    const access = await imageAccess(context, request)
    const study = await access.findStudy(uid)
    const seriesUid = below ? seriesOfPath(below) : null
    if (seriesUid === undefined) throw new AppError('NOT_FOUND')
    if (seriesUid && !(await ownsSeries(context.db, study.id, seriesUid))) throw new AppError('STUDY_NOT_FOUND')
    if (below && seriesUid && isDrawn(below)) await checkDrawable(context, guard, study, seriesUid)
    const query = passedQuery(new URL(request.url, context.config.PUBLIC_URL).searchParams)
    const path = `/dicom-web/studies/${study.studyInstanceUid}${below ? `/${below}` : ''}${query}`
    return proxyToArchive(context.orthanc, path, request, reply)
  }
}

/** The study-scoped DICOMweb gateway: the only way to the archive's images, and read-only. */
export function dicomwebRoutes(app: FastifyInstance, context: Context): void {
  const register = (endpoint: Endpoint, handler: Handler) =>
    app.route({ method: 'GET', url: endpoint.path, schema: routeSchema(endpoint), config: { endpoint }, handler })

  register(viewerEndpoints.searchStudies, async (request) => searchStudies(context, await imageAccess(context, request), request))
  const handler = studyHandler(context, createSeriesGuard(context.orthanc))
  register(viewerEndpoints.study, handler)
  register(viewerEndpoints.studyPart, handler)
}
