import type { Endpoint } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import { viewerEndpoints } from '@readroom/contracts/viewer'
import { ownsSeries } from '@readroom/db/queries/studies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { routeSchema } from '../http/mount.ts'
import { imageAccess } from './access.ts'
import { passedQuery, seriesOfPath } from './paths.ts'
import { proxyToArchive } from './proxy.ts'
import { searchStudies } from './search.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const StudyParams = z.object({ studyInstanceUID: z.string(), '*': z.string().optional() })

/** A path of one study, checked for every request: the session, the study, and the series in the path. */
function studyHandler(context: Context): Handler {
  return async (request, reply) => {
    const { studyInstanceUID: uid, '*': below } = StudyParams.parse(request.params)
    const access = await imageAccess(context, request)
    const study = await access.findStudy(uid)
    const seriesUid = below ? seriesOfPath(below) : null
    if (seriesUid === undefined) throw new AppError('NOT_FOUND')
    if (seriesUid && !(await ownsSeries(context.db, study.id, seriesUid))) throw new AppError('STUDY_NOT_FOUND')
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
  register(viewerEndpoints.study, studyHandler(context))
  register(viewerEndpoints.studyPart, studyHandler(context))
}
