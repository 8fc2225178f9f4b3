import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyJwt from '@fastify/jwt'
import fastifyMultipart from '@fastify/multipart'
import fastifyWebsocket from '@fastify/websocket'
import type { LogOutput } from '@readroom/process/log-output'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { archiveViewerRoutes } from './archive-viewer/archive-viewer.routes.ts'
import type { Context } from './context.ts'
import { dicomwebRoutes } from './dicomweb/dicomweb.routes.ts'
import { createDrawings } from './dicomweb/drawings.ts'
import { createSeriesGuard } from './dicomweb/series-guard.ts'
import { limitBodyDepth } from './http/body-depth.ts'
import { noteDatabaseRoom } from './http/database-room.ts'
import { announceStop } from './http/drain.ts'
import { handleErrors } from './http/errors.ts'
import { forbidStoring } from './http/no-store.ts'
import { serveOpenApi } from './http/openapi.ts'
import { logRequests } from './http/request-log.ts'
import { measureRequests } from './http/request-metrics.ts'
import { followRequests } from './http/request-origin.ts'
import { serialiseAnswers } from './http/serialise-answers.ts'
import { createServer } from './http/server.ts'
import { serveStaticFiles } from './http/static-files.ts'
import { assignmentRoutes } from './modules/assignments/assignments.routes.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { bulkActionRoutes } from './modules/bulk-actions/bulk-actions.routes.ts'
import { criticalResultRoutes } from './modules/critical-results/critical-results.routes.ts'
import { deadLetterRoutes } from './modules/dead-letters/dead-letters.routes.ts'
import { discussionRoutes } from './modules/discussions/discussions.routes.ts'
import { doctorRoutes } from './modules/doctors/doctors.routes.ts'
import { documentRoutes } from './modules/documents/documents.routes.ts'
import { downloadRoutes } from './modules/downloads/downloads.routes.ts'
import { exportRoutes } from './modules/exports/exports.routes.ts'
import { healthRoutes } from './modules/health/health.routes.ts'
import { identityReviewRoutes } from './modules/identity-reviews/identity-reviews.routes.ts'
import { labRoutes } from './modules/labs/labs.routes.ts'
import { locationRoutes } from './modules/locations/locations.routes.ts'
import { passwordRecoveryRoutes } from './modules/password-recovery/password-recovery.routes.ts'
import { patientRoutes } from './modules/patients/patients.routes.ts'
import { peopleImportRoutes } from './modules/people-import/people-import.routes.ts'
import { priorRoutes } from './modules/priors/priors.routes.ts'
import { privacyRoutes } from './modules/privacy/privacy.routes.ts'
import { keyImageRoutes } from './modules/reading/key-images.routes.ts'
import { readingRoutes } from './modules/reading/reading.routes.ts'
import { readingTemplateRoutes, textBlockRoutes } from './modules/reading-templates/reading-templates.routes.ts'
import { reportDocumentRoutes } from './modules/report-documents/report-documents.routes.ts'
import { reportTemplateRoutes } from './modules/report-templates/report-templates.routes.ts'
import { reportRoutes } from './modules/reports/reports.routes.ts'
import { savedListRoutes } from './modules/saved-lists/saved-lists.routes.ts'
import { secondFactorRoutes } from './modules/second-factor/second-factor.routes.ts'
import { sessionRoutes } from './modules/sessions/sessions.routes.ts'
import { settingsRoutes } from './modules/settings/settings.routes.ts'
import { sharingRoutes } from './modules/sharing/sharing.routes.ts'
import { signInRoutes } from './modules/sign-ins/sign-ins.routes.ts'
import { studyRoutes } from './modules/studies/studies.routes.ts'
import { summaryRoutes } from './modules/summary/summary.routes.ts'
import { systemRoutes } from './modules/system/system.routes.ts'
import { tatRoutes } from './modules/tat/tat.routes.ts'
import { userRoutes } from './modules/users/users.routes.ts'
import { viewerRoutes } from './modules/viewer/viewer.routes.ts'
import { createHub, type Hub } from './realtime/hub.ts'
import { refuseOtherUpgrades, socketRoutes } from './realtime/sockets.routes.ts'

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
  bulkActionRoutes,
  doctorRoutes,
  patientRoutes,
  identityReviewRoutes,
  priorRoutes,
  privacyRoutes,
  summaryRoutes,
  readingRoutes,
  keyImageRoutes,
  readingTemplateRoutes,
  textBlockRoutes,
  criticalResultRoutes,
  reportRoutes,
  reportDocumentRoutes,
  reportTemplateRoutes,
  documentRoutes,
  discussionRoutes,
  sharingRoutes,
  downloadRoutes,
  exportRoutes,
  tatRoutes,
  viewerRoutes,
  locationRoutes,
  systemRoutes,
  settingsRoutes,
  deadLetterRoutes,
  healthRoutes,
]

async function registerPlugins(app: FastifyInstance, { config }: Context, metrics: Registry): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serialiseAnswers)
  app.decorateRequest('actor', null)
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
  await app.register(fastifyMultipart, { limits: { files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21 } })
  await app.register(fastifyWebsocket, { options: { maxPayload: 16 * 1024 } })
  refuseOtherUpgrades(app)
}

type AppOptions = {
  onRoute?: (route: RouteOptions) => void
  log?: Pick<LogOutput, 'write' | 'isLosing'>
  /** Rejects, or does not end, where live events do not come. */
  pingRedis?: () => Promise<unknown>
  /** Gets what is counted of requests and sockets. */
  metrics?: Registry
}

/** The whole API on one Fastify instance, not yet listening. `onRoute` hears of every route that is registered; `log` gets the lines that go to the standard output otherwise. */
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
  const care = { guard: createSeriesGuard(context.orthanc), drawings: createDrawings(context.orthanc) }
  dicomwebRoutes(app, context, care)
  archiveViewerRoutes(app, context, care)
  socketRoutes(app, context, hub)
  await serveStaticFiles(app, context.config)
  return { app, hub }
}
