import { Socket } from 'node:net'
import type { LogOutput } from '@readroom/process/log-output'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { answerBadAddress, answerBrokenRequest, logError } from './errors.ts'
import { requestIdOf } from './request-origin.ts'

const timeouts = {
  /** A whole request, however large and slow its sender. Silence within it ends it much earlier, see `endSilentRequests`. */
  requestTimeout: 15 * 60_000,
  /** Longer than proxies keep an unused connection, so that it is they who close it. */
  keepAliveTimeout: 75_000,
}

/** Fastify without anything on it. */
export function createServer(
  { LOG_LEVEL, TRUST_PROXY, REQUEST_SILENCE_SECONDS }: Config,
  stream?: Pick<LogOutput, 'write'>,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    genReqId: requestIdOf,
    logger: { level: LOG_LEVEL, base: { service: 'api' }, serializers: { err: logError }, ...(stream && { stream }) },
    // One line per answer of our own instead: Fastify's prints query strings.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Hop 0 is whoever is connected. A number would trust nobody: Fastify takes it for a mistake.
    trustProxy: (_address, hop) => hop < TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2000 },
    // What runs when we are told to stop is finished: see `drain`. What comes on open connections meanwhile is answered too.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...timeouts,
    http: {
      // An export of chosen studies names each of them: 1000 ids are 37 kB.
      maxHeaderSize: 64 * 1024,
      headersTimeout: REQUEST_SILENCE_SECONDS * 1000,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
  })
  endSilentRequests(app, REQUEST_SILENCE_SECONDS * 1000)
  app.addHook('onRequest', async ({ raw }) => {
    // An empty body is no body, whatever type it claims to have.
    const isEmpty = raw.headers['content-length'] === '0' || !hasBody(raw.headers)
    if (isEmpty) delete raw.headers['content-type']
  })
  return app
}

const hasBody = (headers: NodeJS.Dict<unknown>) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** A body that stops arriving is not waited for. Answers may take as long as their reader likes. */
function endSilentRequests(app: FastifyInstance, silenceMs: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw
    // Requests of tests that go through no connection have another.
    if (!hasBody(raw.headers) || raw.complete || !(socket instanceof Socket)) return
    socket.setTimeout(silenceMs)
    raw.once('timeout', () => answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket))
    const arrived = () => socket.setTimeout(0)
    raw.once('end', arrived)
    raw.once('close', arrived)
  })
}
