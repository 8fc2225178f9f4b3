import { Socket } from 'node:net'
import type { LogOutput } from '@readroom/process/log-output'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { answerBadAddress, answerBrokenRequest, logError } from './errors.ts'
import { requestIdOf } from './request-origin.ts'

export const serverTimeouts = {
  /** Limit for a whole request, however large and slow. `endSilentRequests` ends a silent one much earlier. */
  requestTimeout: 15 * 60_000,
  /** Longer than proxies keep an idle connection, so that the proxy closes it first. */
  keepAliveTimeout: 75_000,
}

/** Creates Fastify without routes or plugins. */
export function createServer(
  { LOG_LEVEL, TRUST_PROXY, REQUEST_SILENCE_SECONDS }: Config,
  stream?: Pick<LogOutput, 'write'>,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    genReqId: requestIdOf,
    logger: { level: LOG_LEVEL, base: { service: 'api' }, serializers: { err: logError }, ...(stream && { stream }) },
    // `logRequests` logs one line per answer. Fastify's own lines would contain query strings.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Hop 0 is the connected peer. A function, because Fastify trusts nobody if it gets a number.
    trustProxy: (_address, hop) => hop < TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 2000 },
    // At a stop signal `drain` finishes running requests. New ones on open connections are answered too.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...serverTimeouts,
    http: {
      // An export of selected studies has their ids in its address: 1000 ids are 37 kB.
      maxHeaderSize: 64 * 1024,
      headersTimeout: REQUEST_SILENCE_SECONDS * 1000,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
  })
  endSilentRequests(app, REQUEST_SILENCE_SECONDS * 1000)
  app.addHook('onRequest', async ({ raw }) => {
    // Ignores the type of an empty body.
    const isEmpty = raw.headers['content-length'] === '0' || !hasBody(raw.headers)
    if (isEmpty) delete raw.headers['content-type']
  })
  return app
}

const hasBody = (headers: NodeJS.Dict<unknown>) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Ends a request whose body stops arriving. Answers may take as long as the client reads them. */
function endSilentRequests(app: FastifyInstance, silenceMs: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw
    // Injected test requests have no real socket.
    if (!hasBody(raw.headers) || raw.complete || !(socket instanceof Socket)) return
    socket.setTimeout(silenceMs)
    raw.once('timeout', () => answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket))
    const arrived = () => socket.setTimeout(0)
    raw.once('end', arrived)
    raw.once('close', arrived)
  })
}
