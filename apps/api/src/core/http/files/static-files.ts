import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { sendNotFound } from '../errors.ts'

const pageCsp = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  // The viewer beside a report is a frame of this origin.
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

/** Policy of the worker that reads PDFs for the page. It compiles image decoders and makes no requests. */
const pdfWorkerCsp = "default-src 'none'; script-src 'wasm-unsafe-eval'"
const isPdfWorker = (path: string) => /\/assets\/pdf\.worker[^/]*$/.test(path)

/** Paths of calls, which never answer with a page. */
const callPaths = /^\/(api|auth|ws|dicom-web|viewer|viewer-app|healthz|readyz)(\/|$)/

/** Serves the built web application. Its page answers every path that is neither a file nor a call. */
async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const index = await readFile(join(root, 'index.html'))
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isPdfWorker(path)) reply.header('content-security-policy', pdfWorkerCsp)
    },
  })
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': pageCsp, 'x-robots-tag': 'noindex, nofollow' })
      .send(index)
  // Also for clients that do not ask for HTML: link previews, monitors, terminals.
  app.get('/', { schema: { hide: true } }, sendPage)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = reads && request.headers.accept?.includes('text/html')
    return wantsPage && !callPaths.test(request.url) ? sendPage(request, reply) : sendNotFound(request, reply)
  })
}

/** The policies of the viewer's files, which its build writes beside them. */
const ViewerHeaders = z.object({
  base: z.string(),
  pages: z.array(z.string()),
  csp: z.object({ page: z.string(), worker: z.string() }),
  workerFiles: z.array(z.string()),
})

/** Serves the viewer's files under the base that its build chose. All its pages are its index.html. */
async function serveViewer(app: FastifyInstance, root: string): Promise<void> {
  const headers = ViewerHeaders.parse(JSON.parse(await readFile(join(root, 'headers.json'), 'utf8')))
  const workerFiles = new Set(headers.workerFiles)
  const index = await readFile(join(root, 'index.html'))
  await app.register(fastifyStatic, {
    root,
    prefix: headers.base,
    index: false,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const file = path.slice(root.length + 1).replace(/\.(br|gz)$/, '')
      reply.header('content-security-policy', workerFiles.has(file) ? headers.csp.worker : headers.csp.page)
      reply.header('cache-control', 'public, max-age=3600')
    },
  })
  for (const page of headers.pages) {
    app.get(headers.base + page, (_request, reply) =>
      reply.type('text/html').header('cache-control', 'no-cache').header('content-security-policy', headers.csp.page).send(index),
    )
  }
}

export async function serveStaticFiles(app: FastifyInstance, config: Pick<Config, 'WEB_DIR' | 'VIEWER_DIR'>): Promise<void> {
  if (config.VIEWER_DIR) await app.register(async (scope) => serveViewer(scope, config.VIEWER_DIR ?? ''))
  if (config.WEB_DIR) await serveWeb(app, config.WEB_DIR)
  else app.setNotFoundHandler(sendNotFound)
}
