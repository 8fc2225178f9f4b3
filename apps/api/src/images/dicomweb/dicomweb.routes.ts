import type { Endpoint } from '@readroom/contracts/core/endpoint'
import { viewerEndpoints } from '@readroom/contracts/images/viewer'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Context } from '../../core/context.ts'
import { routeSchema } from '../../core/http/mount.ts'
import { imageAccess } from './access.ts'
import type { ArchiveCare } from './archive-care.ts'
import { searchStudies } from './search.ts'
import { createSoleStudyCheck } from './sole-study.ts'
import { studyHandler } from './study-handler.ts'

/** Mounts the DICOMweb gateway: read-only, study by study, and the only way to the archive's images. */
export function dicomwebRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  const register = (endpoint: Endpoint, handler: RouteHandlerMethod) =>
    app.route({ method: 'GET', url: endpoint.path, schema: routeSchema(endpoint), config: { endpoint }, handler })

  const checkSoleStudy = createSoleStudyCheck(context.orthanc)
  const findAccess = (request: FastifyRequest) => imageAccess(context, request)
  register(viewerEndpoints.searchStudies, async (request, reply) =>
    searchStudies(context, checkSoleStudy, await findAccess(request), request, reply),
  )
  const handler = studyHandler(context, { care, checkSoleStudy, findAccess })
  register(viewerEndpoints.study, handler)
  register(viewerEndpoints.studyPart, handler)
}
