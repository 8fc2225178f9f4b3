import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { hl7Endpoints } from '@readroom/contracts/orders/hl7-endpoints'
import { modalityWorklistEndpoints } from '@readroom/contracts/orders/modality-worklists'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { openDatabase } from '@readroom/db/core/client'
import { createLab } from '@readroom/db/testing/factories'
import { readAcknowledgement } from '@readroom/hl7/message/read-acknowledgement'
import { connectReceiver, type Receiver } from '@readroom/hl7/mllp/receiver'
import { omiOrder, utf8 } from '@readroom/hl7/testing/samples'
import getPort from 'get-port'
import { z } from 'zod'
import { withStudies } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'
import { type WholeSystem, withWholeSystem } from '../core/whole-system.ts'

const Rate = z.coerce.number().int().min(1).default(200)
const Seconds = z.coerce.number().int().min(10).default(20)

const present = 20_000
const hospitals = 8
const pagesPerSecond = 5
const idleSeconds = 10
/** The items of a scanner's largest answer. */
const itemsAtOnce = 500
const host = '127.0.0.1'
const answerMs = 60_000

type Hospital = { aeTitle: string; labId: string; orders: Receiver }

/** Connects to a port of Readroom, which opens within five seconds. */
async function connect(port: number): Promise<Receiver> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const receiver = await connectReceiver({ host, port, tls: null }, answerMs).catch(() => null)
    if (receiver) return receiver
    await delay(500)
  }
  throw new Error('the port for orders did not open')
}

/** Makes laboratories, each with a connection and one sender on it. */
async function connectHospitals({ admin, databaseUrl }: WholeSystem): Promise<Hospital[]> {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const connected: Hospital[] = []
  for (let number = 0; number < hospitals; number += 1) {
    const lab = await createLab(db)
    const port = await getPort({ host })
    const fields = {
      labId: lab.id,
      name: lab.name,
      port,
      clientCertificates: null,
      allowedAddresses: [host],
      sendingFacility: null,
      charset: 'UNICODE UTF-8',
      mapping: Hl7Mapping.parse({}),
      isEnabled: true,
      keepDays: 1,
    }
    await admin.call(hl7Endpoints.create, { body: fields })
    const orders = await connect(port)
    // A connection that says nothing at first is closed.
    await orders.exchange(orderMessage(9_000_000 + number), answerMs)
    connected.push({ aeTitle: lab.identifier, labId: lab.id, orders })
  }
  await close()
  return connected
}

/** Returns an order of a patient of its own, for the present time. */
function orderMessage(number: number): Buffer {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const text = omiOrder
    .replace('|1001125|', `|C${number}|`)
    .replaceAll('A100Z', `A${number}`)
    .replaceAll('B100Z', `B${number}`)
    .replaceAll('PID_1', `P${number}`)
    .replaceAll('ACC-77', `ACC-${number}`)
    .replaceAll('7433.1.77', `7433.1.${number}`)
    .replaceAll('20261120093000', now)
  return utf8(text)
}

/** Sends orders at fixed times, whether or not earlier ones are answered. Returns milliseconds from each due time to its acknowledgement. */
async function sendOrders({ orders }: Hospital, first: number, count: number, everyMs: number): Promise<number[]> {
  const start = performance.now()
  let previous: Promise<unknown> = Promise.resolve()
  const sent: Promise<number>[] = []
  for (let index = 0; index < count; index += 1) {
    const due = start + index * everyMs
    await delay(Math.max(0, due - performance.now()))
    // A hospital sends the next message after the answer to the one before.
    const one = previous.then(async () => {
      const { kind, code } = readAcknowledgement(await orders.exchange(orderMessage(first + index), answerMs))
      if (kind !== 'accepted') throw new Error(`an order was answered with ${code}`)
      return performance.now() - due
    })
    previous = one
    sent.push(one)
  }
  return Promise.all(sent)
}

/** Reads the worklist at fixed times until `until` ends. Returns milliseconds from each due time to the page. */
async function readPages({ admin }: WholeSystem, until: Promise<unknown>): Promise<number[]> {
  const start = performance.now()
  let isOver = false
  const end = until.finally(() => {
    isOver = true
  })
  const pages: Promise<number>[] = []
  for (let index = 0; !isOver; index += 1) {
    const due = start + (index * 1000) / pagesPerSecond
    await delay(Math.max(0, due - performance.now()))
    const page = admin.call(studyEndpoints.adminAll, { query: { limit: '100' } })
    pages.push(page.then(() => performance.now() - due))
  }
  await end
  return Promise.all(pages)
}

/** Returns milliseconds of a scanner's question that has as many answers as it may have, asked with DCMTK's `findscu`. */
async function askForItems({ admin }: WholeSystem, { aeTitle, labId }: Hospital, port: number): Promise<number> {
  const calledAeTitle = 'BENCH_WL'
  const body = { calledAeTitle, allowedAddresses: [host], isEnabled: true, version: 0 }
  await admin.call(modalityWorklistEndpoints.save, { params: { labId }, body })
  // Scanners are let in within five seconds.
  await delay(6_000)
  const keys = ['PatientName', 'PatientID', 'AccessionNumber', 'StudyInstanceUID', 'ScheduledProcedureStepSequence[0].Modality']
  const options = keys.flatMap((key) => ['-k', key])
  let items = 0
  const ms = await time(async () => {
    const args = ['-v', '-W', '-aet', aeTitle, '-aec', calledAeTitle, ...options, host, String(port)]
    const { stdout, stderr } = await promisify(execFile)('findscu', args, { maxBuffer: 64_000_000 })
    items = `${stdout}${stderr}`.match(/Find Response: \d+/g)?.length ?? 0
  })
  if (items < itemsAtOnce) throw new Error(`the worklist had ${items} items`)
  return ms
}

/**
 * Measures orders that eight hospitals send over HL7 at a rate (200 a second for 20 seconds unless other numbers are named), the worklist of 20,000
 * studies beside them against its time without them, and a scanner's question with 500 answers.
 */
export async function benchOrders([perSecond, seconds]: string[]): Promise<Figure[]> {
  const [rate, duration] = [Rate.parse(perSecond), Seconds.parse(seconds)]
  const worklistPort = await getPort({ host })
  const env = { HL7_HOST: host, WORKLIST_HOST: host, WORKLIST_PORT: String(worklistPort), SWEEP_REQUESTS_PER_MINUTE: '1' }
  return withStudies(present, (DATABASE_URL) =>
    withWholeSystem({ ...env, DATABASE_URL }, async (system) => {
      const connected = await connectHospitals(system)
      const idle = await readPages(system, delay(idleSeconds * 1000))
      const each = Math.ceil((rate * duration) / hospitals)
      const started = performance.now()
      const sending = Promise.all(
        connected.map((hospital, index) => sendOrders(hospital, index * each + 1, each, (1000 * hospitals) / rate)),
      )
      const busy = await readPages(system, sending)
      const acknowledged = (await sending).flat()
      const spent = (performance.now() - started) / 1000
      const [first] = connected
      if (!first) throw new Error('no hospital is connected')
      const asked = await askForItems(system, first, worklistPort)
      for (const { orders } of connected) orders.close()
      const [p95, before] = [quantile(busy, 0.95), quantile(idle, 0.95)]
      const reached = (acknowledged.length / spent).toFixed(0)
      return [
        {
          name: `acknowledgement of an order, ${rate} a second due and ${reached} a second acknowledged for ${duration} s, median ${quantile(acknowledged, 0.5).toFixed(1)} ms, 95th percentile`,
          value: quantile(acknowledged, 0.95),
          unit: ' ms',
          limit: 50,
        },
        {
          name: `worklist page beside them ${p95.toFixed(1)} ms, over the same without them ${before.toFixed(1)} ms, 95th percentiles`,
          value: p95 / before,
          unit: 'x',
          limit: 1.2,
        },
        { name: `scanner's question with ${itemsAtOnce} answers`, value: asked, unit: ' ms', limit: 1_000 },
      ]
    }),
  )
}
