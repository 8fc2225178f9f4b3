import { fhirEndpoints as endpoints } from '@readroom/contracts/fhir/fhir-resources'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import type { ArchiveCare } from '../../images/dicomweb/archive-care.ts'
import { createSoleStudyCheck } from '../../images/dicomweb/sole-study.ts'
import { studyHandler } from '../../images/dicomweb/study-handler.ts'
import { requireClient } from '../access-token.ts'
import { clientAccess } from './client-access.ts'

/** Serves images to clients, through the gateway that viewers use (docs/decisions/images/images-through-one-gateway.md). */
export function fhirImageRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  const serve = studyHandler(context, {
    care,
    checkSoleStudy: createSoleStudyCheck(context.orthanc),
    findAccess: async (request) => clientAccess(context, requireClient(request, 'ImagingStudy')),
  })
  mount(app, context, endpoints.study, ({ request, reply }) => serve(request, reply))
  mount(app, context, endpoints.studyPart, ({ request, reply }) => serve(request, reply))
}
