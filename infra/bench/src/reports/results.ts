import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { resultEndpoints } from '@readroom/contracts/reports/result-endpoints'
import { openDatabase } from '@readroom/db/core/client'
import { createLab } from '@readroom/db/testing/factories'
import { signIn } from '@readroom/demo/api-client'
import { acknowledge } from '@readroom/hl7/message/acknowledgement'
import { readHeader } from '@readroom/hl7/message/header'
import { serveSocket } from '@readroom/hl7/mllp/serve-socket'
import getPort from 'get-port'
import { password } from '../core/api-process.ts'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'
import { withWholeSystem } from '../core/whole-system.ts'
import { makeDoctor, writeReport } from './write-report.ts'

const host = '127.0.0.1'
const reports = 60
const betweenMs = 250
const recallSeconds = 5
/** The longest wait for a result, from its signature. */
const patienceMs = 60_000

/** Receives HL7 messages, and keeps when each came. */
async function openReceiver() {
  const port = await getPort({ host })
  const arrived: number[] = []
  const sockets = new Set<Socket>()
  const sign = () => ({ controlId: `A${arrived.length}`, at: new Date() })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const answer = async (message: Buffer) => {
      arrived.push(performance.now())
      return acknowledge(readHeader(message), { kind: 'accepted' }, sign)
    }
    serveSocket(socket, { maxBytes: 64_000_000, idleMs: 600_000, messageMs: 60_000, answer })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port, arrived, close }
}

/** Measures from the end of a report's recall time until the laboratory's system has it, with its PDF, over HL7. Reports are signed four a second. */
export async function benchResults(): Promise<Figure[]> {
  return withWholeSystem({ REPORT_RECALL_SECONDS: String(recallSeconds) }, async ({ admin, origin, databaseUrl }) => {
    const database = openDatabase(databaseUrl, { onError: () => {} })
    const receiver = await openReceiver()
    const lab = await createLab(database.db)
    const settings = {
      kind: 'hl7' as const,
      host,
      port: receiver.port,
      certificates: null,
      sendingFacility: 'BENCH',
      receivingApplication: 'HIS',
      receivingFacility: 'BENCH',
      patientAuthority: 'BENCH',
      withPdf: true,
      addendumStatus: 'C' as const,
      withdrawnStatus: 'X' as const,
    }
    await admin.call(resultEndpoints.create, { body: { labId: lab.id, name: lab.name, settings, state: 'on', alertMinutes: 60 } })
    const doctor = await makeDoctor(database)
    const session = await signIn(origin, doctor.user.email, password)
    // Once in a session; it also starts the process that draws.
    await (await writeReport(database, session, doctor))({ password })
    const ready = []
    for (let count = 0; count < reports; count += 1) ready.push(await writeReport(database, session, doctor, lab.id))
    const ended: number[] = []
    for (const sign of ready) {
      await sign()
      ended.push(performance.now() + recallSeconds * 1000)
      await delay(betweenMs)
    }
    const until = performance.now() + patienceMs
    while (receiver.arrived.length < reports && performance.now() < until) await delay(100)
    receiver.close()
    await database.close()
    if (receiver.arrived.length < reports) throw new Error(`${receiver.arrived.length} results of ${reports} arrived`)
    // They arrive in the order of their release.
    const late = ended.map((end, index) => (receiver.arrived[index] ?? 0) - end)
    const name = `result at the receiver after the end of its recall time of ${recallSeconds} s, median ${quantile(late, 0.5).toFixed(0)} ms`
    return [{ name: `${name}, 95th percentile`, value: quantile(late, 0.95), unit: ' ms', limit: 2_000 }]
  })
}
