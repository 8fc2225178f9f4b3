import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startApiProcess } from '../../../../apps/api/src/testing/api-process.ts'
import { startTestApi, type TestApi } from '../../../../apps/api/src/testing/test-api.ts'
import { createCast } from '../../../../packages/db/src/testing/factories.ts'
import { eventually } from '../core/eventually.ts'
import { type Orthanc, startOrthanc } from '../services/orthanc.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const requestId = 'drill.1-of-the-morning'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

/** OTLP as JSON, as far as it is looked at. */
const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
})
const Traces = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes: z.array(Attribute) }), scopeSpans: z.array(z.object({ spans: z.array(Span) })) }),
  ),
})

let dir: string
let archive: Orthanc
let api: TestApi
let program: Awaited<ReturnType<typeof startApiProcess>>
let worker: ReturnType<typeof startWorkerProcess>
let email: string
const spans: (z.infer<typeof Span> & { service: unknown })[] = []

/** A collector of traces. */
const collector = createServer((request, response) => {
  json(request).then((body) => {
    for (const { resource, scopeSpans } of Traces.parse(body).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
      for (const { spans: arrived } of scopeSpans) spans.push(...arrived.map((span) => ({ ...span, service })))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }, console.error)
})

function startWorkerProcess(env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [pathOf('infra/local/src/system/run-source.fixture.mjs'), pathOf('apps/worker/src/main.ts')],
    {
      env,
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const exited = once(child, 'exit')
  return {
    log: () => text,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-observe-'))
  ;[archive] = await Promise.all([
    startOrthanc({ dir: join(dir, 'archive'), durable: false }),
    once(collector.listen(0, '127.0.0.1'), 'listening'),
  ])
  const address = collector.address()
  if (address === null || typeof address === 'string') throw new Error('the collector has no port')
  api = await startTestApi({ archive })
  const { admin } = await createCast(api.db)
  email = admin.email
  const observed = { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}` }
  program = await startApiProcess(api, observed)
  worker = startWorkerProcess({
    ...observed,
    DATABASE_URL: api.config.DATABASE_URL,
    REDIS_URL: api.config.REDIS_URL,
    ORTHANC_URL: archive.url,
    ORTHANC_USERNAME: archive.username,
    ORTHANC_PASSWORD: archive.password,
    PUBLIC_URL: api.config.PUBLIC_URL,
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_DIR: api.config.STORAGE_DIR,
  })
})
afterAll(async () => {
  await program.kill()
  await worker.stop()
  await api.stop()
  await archive.kill()
  collector.closeAllConnections()
  collector.close()
  await rm(dir, { recursive: true, force: true })
})

/** The lines of a program's log. */
const linesOf = (log: string) =>
  log
    .split('\n')
    .flatMap((line) =>
      line.startsWith('{') && line.endsWith('}') ? [z.record(z.string(), z.unknown()).parse(JSON.parse(line))] : [],
    )

/** Returns the metrics of a program. */
async function scrape(log: () => string, field: string): Promise<string> {
  const port = await eventually(() =>
    z.number().parse(linesOf(log()).find((line) => field in line && !('route' in line))?.[field]),
  )
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}
const scrapeApi = () => scrape(program.log, 'port')
const scrapeWorker = () => scrape(worker.log, 'metricsPort')

test('a request is followed by its id and its trace over the outbox to the job, in both logs, and names no one', async () => {
  const answer = await fetch(`${program.origin}/api/forgot-password/send-otp?email=${email}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ email }),
  })
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, requestId])
  const ours = () => spans.filter((span) => span.traceId === traceId)
  const route = 'POST /api/forgot-password/send-otp'
  await eventually(() => {
    expect(ours()).toContainEqual(
      expect.objectContaining({ service: 'readroom-api', name: route, parentSpanId: '00f067aa0ba902b7' }),
    )
    expect(ours()).toContainEqual(expect.objectContaining({ service: 'readroom-worker', name: 'job otp.send' }))
  })
  const named = (name: string) => ours().find((span) => span.name === name)
  expect(named('outbox')?.parentSpanId).toBe(named(route)?.spanId)
  expect(named('job otp.send')?.parentSpanId).toBe(named('outbox')?.spanId)

  const answered = linesOf(program.log()).filter((line) => line.requestId === requestId)
  expect(answered).toContainEqual(
    expect.objectContaining({ service: 'api', msg: 'answered', route: '/api/forgot-password/send-otp' }),
  )
  await eventually(() =>
    expect(linesOf(worker.log())).toContainEqual(
      expect.objectContaining({ service: 'worker', requestId, job: 'otp.send', msg: 'job failed' }),
    ),
  )
  const told = [JSON.stringify(spans), program.log(), worker.log(), await scrapeApi(), await scrapeWorker()].join()
  expect(told).not.toContain(email)
})

test.each(['', 'x'.repeat(65), 'a b', 'ü', '{"a":1}'])('an id that cannot stand in a log is replaced: %j', async (id) => {
  const headers = { 'x-request-id': Buffer.from(id).toString('latin1') }
  const answer = await fetch(`${program.origin}/api/settings`, { headers })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('probes are neither logged nor traced nor counted', async () => {
  for (const path of ['/healthz', '/readyz']) await fetch(program.origin + path)
  await fetch(`${program.origin}/nowhere`)
  await eventually(() => expect(program.log()).toContain('"status":404'))
  expect(program.log()).not.toMatch(/healthz|readyz/)
  expect(await scrapeApi()).not.toMatch(/healthz|readyz/)
  expect(JSON.stringify(spans)).not.toMatch(/healthz|readyz/)
})

test('routes are counted by their pattern', async () => {
  const id = '0198a000-0000-7000-8000-00000000abcd'
  await fetch(`${program.origin}/api/documents/study/${id}/reports?name=Doe`)
  const metrics = await scrapeApi()
  expect(metrics).toContain('{method="GET",route="/api/documents/study/:studyId/reports",status="401"} 1')
  expect(metrics).not.toMatch(/abcd|Doe/)
})

test('metrics are not on the port of the portal', async () => {
  expect((await fetch(`${program.origin}/metrics`)).headers.get('content-type')).not.toContain('openmetrics')
  expect(await (await fetch(`${program.origin}/metrics`)).text()).not.toContain('readroom_')
})

test('the worker says how its services are and how much waits', async () => {
  await eventually(async () => {
    const metrics = await scrapeWorker()
    for (const dependency of ['database', 'schema', 'redis', 'archive', 'storage'])
      expect(metrics).toContain(`readroom_dependency_up{dependency="${dependency}"} 1`)
    expect(metrics).toMatch(/^readroom_intake_lag_changes 0$/m)
    expect(metrics).toMatch(/^readroom_sessions 5$/m)
    expect(metrics).toMatch(/^readroom_mails_total\{outcome="failed"\} [1-9]/m)
    expect(metrics).toMatch(/^readroom_job_runs_total\{job="otp.send",outcome="failed"\} [1-9]/m)
    expect(metrics).toMatch(/^readroom_loop_overdue_seconds\{loop="sweep"\} 0$/m)
  })
})

const names = (text: string) => new Set([...text.matchAll(/\b(?:readroom|nodejs|process)_\w+/g)].map(([name]) => name))

test.each(['grafana-dashboard.json', 'alerts.yml'])('every metric of %s is one that the programs tell', async (file) => {
  const text = await readFile(pathOf(`infra/observability/${file}`), 'utf8')
  const parsed: unknown = file.endsWith('json') ? JSON.parse(text) : parse(text)
  const expressions: string[] = []
  JSON.stringify(parsed, (key, value) => {
    if (key === 'expr') expressions.push(String(value))
    return value
  })
  expect(expressions.length).toBeGreaterThan(10)
  const told = (await Promise.all([scrapeApi(), scrapeWorker()])).join('\n')
  const known = names(told)
  expect([...names(expressions.join('\n'))].filter((name) => !known.has(name))).toEqual([])
})

test('both rules and dashboard speak of everything that we measure', async () => {
  const files = await Promise.all(
    ['grafana-dashboard.json', 'alerts.yml'].map((file) => readFile(pathOf(`infra/observability/${file}`), 'utf8')),
  )
  const told = (await Promise.all([scrapeApi(), scrapeWorker()])).join('\n')
  const measured = [...told.matchAll(/^# TYPE (readroom_\w+)/gm)].map(([, name]) => name ?? '')
  expect(measured.filter((name) => !files.join('\n').includes(name))).toEqual([])
})
