import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyJwt from '@fastify/jwt'
import fastifyMultipart from '@fastify/multipart'
import fastifyWebsocket from '@fastify/websocket'
import type { LogOutput } from '@readroom/process/log-output'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { passwordRecoveryRoutes } from './access/password-recovery/password-recovery.routes.ts'
import { secondFactorRoutes } from './access/second-factor/second-factor.routes.ts'
import { sessionRoutes } from './access/sessions/sessions.routes.ts'
import { authRoutes } from './access/sign-in/auth.routes.ts'
import { signInRoutes } from './access/sign-in-history/sign-ins.routes.ts'
import type { Context } from './core/context.ts'
import { limitBodyDepth } from './core/http/body-depth.ts'
import { noteDatabaseRoom } from './core/http/database-room.ts'
import { announceStop } from './core/http/drain.ts'
import { handleErrors } from './core/http/errors.ts'
import { maxFields } from './core/http/files/multipart.ts'
import { serveStaticFiles } from './core/http/files/static-files.ts'
import { forbidStoring } from './core/http/no-store.ts'
import { serveOpenApi } from './core/http/openapi.ts'
import { logRequests } from './core/http/request-log.ts'
import { measureRequests } from './core/http/request-metrics.ts'
import { followRequests } from './core/http/request-origin.ts'
import { serialiseAnswers } from './core/http/serialise-answers.ts'
import { createServer } from './core/http/server.ts'
import { createHub, type Hub } from './core/realtime/hub.ts'
import { refuseOtherUpgrades, socketRoutes } from './core/realtime/sockets.routes.ts'
import { fhirClientRoutes } from './fhir/clients/fhir-clients.routes.ts'
import { fhirRoutes } from './fhir/resources/resources.routes.ts'
import { fhirTokenRoutes } from './fhir/token/token.routes.ts'
import { archiveViewerRoutes } from './images/archive-viewer/archive-viewer.routes.ts'
import { createArchiveCare } from './images/dicomweb/archive-care.ts'
import { dicomwebRoutes } from './images/dicomweb/dicomweb.routes.ts'
import { downloadRoutes } from './images/downloads/downloads.routes.ts'
import { priorRoutes } from './images/priors/priors.routes.ts'
import { viewerRoutes } from './images/viewer/viewer.routes.ts'
import { viewerBindingRoutes } from './images/viewer-bindings/viewer-bindings.routes.ts'
import { auditRoutes } from './operations/audit/audit.routes.ts'
import { deadLetterRoutes } from './operations/dead-letters/dead-letters.routes.ts'
import { firstStepRoutes } from './operations/first-steps/first-steps.routes.ts'
import { healthRoutes } from './operations/health/health.routes.ts'
import { settingsRoutes } from './operations/settings/settings.routes.ts'
import { systemRoutes } from './operations/system/system.routes.ts'
import { hl7Routes } from './orders/hl7/hl7.routes.ts'
import { modalityWorklistRoutes } from './orders/modality-worklists/modality-worklists.routes.ts'
import { orderRoutes } from './orders/orders/orders.routes.ts'
import { scannerRoutes } from './orders/scanners/scanners.routes.ts'
import { documentRoutes } from './patients/documents/documents.routes.ts'
import { identityReviewRoutes } from './patients/identity-reviews/identity-reviews.routes.ts'
import { patientMergeRoutes } from './patients/patient-merges/patient-merges.routes.ts'
import { patientRoutes } from './patients/record/patients.routes.ts'
import { summaryRoutes } from './patients/summary/summary.routes.ts'
import { doctorGroupRoutes } from './people/doctor-groups/doctor-groups.routes.ts'
import { doctorRoutes } from './people/doctors/doctors.routes.ts'
import { eligibilitySheetRoutes } from './people/eligibility-sheet/eligibility-sheet.routes.ts'
import { labRoutes } from './people/labs/labs.routes.ts'
import { locationRoutes } from './people/locations/locations.routes.ts'
import { peopleImportRoutes } from './people/people-import/people-import.routes.ts'
import { presenceRoutes } from './people/presence/presence.routes.ts'
import { shiftFeedRoutes } from './people/presence/shift-feeds.routes.ts'
import { userRoutes } from './people/users/users.routes.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { readingTemplateRoutes, textBlockRoutes } from './reading/templates/reading-templates.routes.ts'
import { keyImageRoutes } from './reading/writing/key-images.routes.ts'
import { readingRoutes } from './reading/writing/reading.routes.ts'
import { criticalResultRoutes } from './reports/critical-results/critical-results.routes.ts'
import { reportDocumentRoutes } from './reports/report-documents/report-documents.routes.ts'
import { reportTemplateRoutes } from './reports/report-templates/report-templates.routes.ts'
import { reportRoutes } from './reports/reports/reports.routes.ts'
import { resultRoutes } from './reports/results/results.routes.ts'
import { assignmentRoutes } from './studies/assignments/assignments.routes.ts'
import { deadlineRuleRoutes } from './studies/deadline-rules/deadline-rules.routes.ts'
import { discussionRoutes } from './studies/discussions/discussions.routes.ts'
import { markRoutes } from './studies/marks/marks.routes.ts'
import { officeCalendarRoutes } from './studies/office-calendars/office-calendars.routes.ts'
import { pauseRoutes } from './studies/pauses/pauses.routes.ts'
import { sharingRoutes } from './studies/sharing/sharing.routes.ts'
import { assignmentDecisionRoutes } from './turnaround/assignment-decisions.routes.ts'
import { assignmentSimulationRoutes } from './turnaround/assignment-simulations.routes.ts'
import { automaticAssignmentRoutes } from './turnaround/automatic-assignment.routes.ts'
import { digestRoutes } from './turnaround/digests.routes.ts'
import { readingTimeRoutes } from './turnaround/reading-times.routes.ts'
import { turnaroundRoutes } from './turnaround/turnaround.routes.ts'
import { workloadRoutes } from './turnaround/workload.routes.ts'
import { bulkActionRoutes } from './worklist/bulk-actions/bulk-actions.routes.ts'
import { exportRoutes } from './worklist/exports/exports.routes.ts'
import { studyRoutes } from './worklist/list/studies.routes.ts'
import { savedListRoutes } from './worklist/saved-lists/saved-lists.routes.ts'

const modules = [
  auditRoutes,
  authRoutes,
  passwordRecoveryRoutes,
  secondFactorRoutes,
  sessionRoutes,
  userRoutes,
  signInRoutes,
  peopleImportRoutes,
  labRoutes,
  studyRoutes,
  savedListRoutes,
  assignmentRoutes,
  deadlineRuleRoutes,
  officeCalendarRoutes,
  digestRoutes,
  bulkActionRoutes,
  doctorRoutes,
  doctorGroupRoutes,
  eligibilitySheetRoutes,
  presenceRoutes,
  shiftFeedRoutes,
  patientRoutes,
  identityReviewRoutes,
  patientMergeRoutes,
  priorRoutes,
  privacyRoutes,
  summaryRoutes,
  readingRoutes,
  readingTemplateRoutes,
  textBlockRoutes,
  criticalResultRoutes,
  orderRoutes,
  hl7Routes,
  modalityWorklistRoutes,
  scannerRoutes,
  fhirClientRoutes,
  fhirTokenRoutes,
  resultRoutes,
  reportRoutes,
  reportDocumentRoutes,
  reportTemplateRoutes,
  documentRoutes,
  discussionRoutes,
  markRoutes,
  pauseRoutes,
  sharingRoutes,
  downloadRoutes,
  exportRoutes,
  turnaroundRoutes,
  workloadRoutes,
  assignmentSimulationRoutes,
  assignmentDecisionRoutes,
  automaticAssignmentRoutes,
  readingTimeRoutes,
  viewerRoutes,
  viewerBindingRoutes,
  locationRoutes,
  systemRoutes,
  firstStepRoutes,
  settingsRoutes,
  deadLetterRoutes,
  healthRoutes,
]

async function registerPlugins(app: FastifyInstance, { config }: Context, metrics: Registry): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serialiseAnswers)
  app.decorateRequest('actor', null)
  app.decorateRequest('fhirClient', null)
  handleErrors(app)
  followRequests(app)
  logRequests(app)
  measureRequests(app, metrics)
  announceStop(app)
  noteDatabaseRoom(app)
  limitBodyDepth(app)
  forbidStoring(app)
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
  })
  await app.register(fastifyCookie)
  await app.register(fastifyJwt, { secret: config.JWT_SECRET, sign: { algorithm: 'HS256' }, verify: { algorithms: ['HS256'] } })
  await app.register(fastifyMultipart, { limits: { files: 1, fields: maxFields, fieldSize: 64 * 1024, parts: maxFields + 1 } })
  await app.register(fastifyWebsocket, { options: { maxPayload: 16 * 1024 } })
  refuseOtherUpgrades(app)
}

type AppOptions = {
  onRoute?: (route: RouteOptions) => void
  log?: Pick<LogOutput, 'write' | 'isLosing'>
  /** Rejects or hangs if live events do not arrive. */
  pingRedis?: () => Promise<unknown>
  /** Registry for the metrics of requests and sockets. */
  metrics?: Registry
}

/**
 * Builds the whole API on one Fastify instance, without listening.
 * `onRoute` gets every registered route. `log` gets the log lines, which otherwise go to standard output.
 */
export async function buildApp(
  context: Context,
  { onRoute = () => {}, log, pingRedis = async () => {}, metrics = new Registry() }: AppOptions = {},
): Promise<{ app: FastifyInstance; hub: Hub }> {
  const app = createServer(context.config, log)
  app.decorate('isLosingLog', () => log?.isLosing() ?? false)
  app.decorate('pingRedis', pingRedis)
  app.addHook('onRoute', onRoute)
  const hub = createHub(context, app.log)
  await registerPlugins(app, context, metrics)
  await serveOpenApi(app)
  for (const routes of modules) routes(app, context)
  const care = createArchiveCare(context)
  app.addHook('onClose', async () => care.decoder.close())
  app.decorate('probeDecoder', care.decoder.probe)
  dicomwebRoutes(app, context, care)
  keyImageRoutes(app, context, care)
  archiveViewerRoutes(app, context, care)
  fhirRoutes(app, context, care)
  socketRoutes(app, context, hub)
  await serveStaticFiles(app, context.config)
  return { app, hub }
}
