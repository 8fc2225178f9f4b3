import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { authEndpoints } from '@readroom/contracts/auth'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
import { type ApiSession, signIn } from '@readroom/demo/api-client'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/send-studies'
import { readConfig } from '@readroom/local/config'
import { PROGRAMS } from '@readroom/local/programs'
import { startSystem } from '@readroom/local/system'
import getPort, { clearLockedPorts } from 'get-port'
import { WebSocket } from 'undici'
import type { Figure } from './figure.ts'

const settleSeconds = 5
const graceSeconds = 2
const studies = 3
const images = 100
const administrator = { READROOM_ADMIN_EMAIL: 'bench@readroom.example', READROOM_ADMIN_PASSWORD: 'only for the benchmark' }

type Seen = (row: WorklistRow) => void

/** What an open worklist page does: hears that something changed, and asks for its rows. */
async function openPage(api: ApiSession, origin: string, seen: Seen): Promise<() => Promise<void>> {
  const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'ws' } })
  const socket = new WebSocket(new URL(url, origin.replace('http', 'ws')))
  let asked = Promise.resolve()
  socket.onmessage = () => {
    asked = asked.then(async () => {
      const { data } = await api.call(studyEndpoints.adminAll, { query: { limit: '100' } })
      for (const row of data) seen(row)
    })
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send(JSON.stringify({ type: 'subscribe_to_studies' }))
  return async () => {
    socket.onmessage = null
    socket.close(1000)
    await asked
  }
}

/** Seconds from the start of sending to the row, and from the last stored image to the settled row. */
async function sendOne(number: number, dicomPort: number, untilRow: (uid: string, settled: boolean) => Promise<number>) {
  const key = `arrival ${number}`
  const uid = studyUidOf({ key })
  const [first, settled] = [untilRow(uid, false), untilRow(uid, true)]
  const archive = { host: '127.0.0.1', port: dicomPort, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM' }
  const files = [...makeCtStudy({ key, images, rows: 256, columns: 256 })]
  const started = performance.now()
  await sendStudies({ ...archive, files })
  const sent = performance.now()
  return { first: ((await first) - started) / 1000, settled: ((await settled) - sent) / 1000 }
}

function watchRows() {
  const waiting: { matches: (row: WorklistRow) => boolean; resolve: (at: number) => void }[] = []
  const seen: Seen = (row) => {
    for (const wait of waiting) if (wait.matches(row)) wait.resolve(performance.now())
  }
  const untilRow = (uid: string, settled: boolean) =>
    new Promise<number>((resolve) => {
      const isThere = (row: WorklistRow) => row.studyInstanceUID === uid
      waiting.push({ matches: (row) => isThere(row) && (!settled || row.workflowStatus === 'pending_assignment'), resolve })
    })
  return { seen, untilRow }
}

/** From the scanner to an open page, on a whole system of its own. */
export async function benchArrival(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const [port, dicomPort] = [await getPort(), await getPort()]
  // The system, started in this process, checks for itself that they are free.
  clearLockedPorts()
  const env = {
    PORT: String(port),
    DICOM_PORT: String(dicomPort),
    READROOM_DATA: dir,
    READROOM_DEMO: 'off',
    SETTLE_SECONDS: String(settleSeconds),
  }
  const ending = new AbortController()
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const stop = await startSystem(readConfig(root, { ...env, ...administrator }), PROGRAMS, ending.signal)
  try {
    const origin = `http://127.0.0.1:${port}`
    const api = await signIn(origin, administrator.READROOM_ADMIN_EMAIL, administrator.READROOM_ADMIN_PASSWORD)
    const { seen, untilRow } = watchRows()
    const closePage = await openPage(api, origin, seen)
    const times = []
    for (let number = 0; number < studies; number++) times.push(await sendOne(number, dicomPort, untilRow))
    await closePage()
    const [first, settled] = [Math.max(...times.map((time) => time.first)), Math.max(...times.map((time) => time.settled))]
    const limit = settleSeconds + graceSeconds
    return [
      {
        name: `row of an arriving study, ${images} images, slowest of ${studies}`,
        value: first,
        unit: ' s',
        limit: graceSeconds,
      },
      { name: `settled row after the last image (settle time ${settleSeconds} s)`, value: settled, unit: ' s', limit },
    ]
  } finally {
    ending.abort()
    await stop()
    await rm(dir, { recursive: true, force: true })
  }
}
