import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { downloadEndpoints } from '@readroom/contracts/images/downloads'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import { withStudies } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { openPage } from '../core/open-page.ts'
import { quantile } from '../core/statistics.ts'
import { type WholeSystem, withWholeSystem } from '../core/whole-system.ts'

const present = 1_000_000
const readers = 60
const studies = 40
const imagesOfEach = 5
const zippedImages = 2000
const imagesPerSecond = 20
const seconds = 15
const pagesPerSecond = 10

const size = { rows: 64, columns: 64 }
const filesOf = (key: string, images: number) => [...makeCtStudy({ key, images, ...size })]
type Files = ReturnType<typeof filesOf>

const send = ({ dicomPort: port }: WholeSystem, files: Files) =>
  sendStudies({ host: '127.0.0.1', port, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM', files })

const readPage = ({ admin }: WholeSystem) => admin.call(studyEndpoints.adminAll, { query: { limit: '100' } })

/** Reads the worklist until it has what is asked for. */
async function untilRows(system: WholeSystem, enough: (rows: WorklistRow[]) => boolean): Promise<void> {
  while (!enough((await readPage(system)).data)) await delay(100)
}

/** Measures the time to the last row against the archive's time for all images: 1 keeps pace. */
async function measureIntake(system: WholeSystem): Promise<Figure> {
  const keys = Array.from({ length: studies }, (_, number) => `intake ${number}`)
  const files = keys.flatMap((key) => filesOf(key, imagesOfEach))
  const uids = new Set(keys.map((key) => studyUidOf({ key })))
  const pages = await Promise.all(Array.from({ length: readers }, () => openPage(system.admin, system.origin, () => {})))
  const started = performance.now()
  const sending = send(system, files).then(() => performance.now() - started)
  await untilRows(system, (rows) => rows.filter(({ studyInstanceUID }) => uids.has(studyInstanceUID)).length === studies)
  const shown = performance.now() - started
  const taken = await sending
  const perSecond = (count: number, ms: number) => ((count * 1000) / ms).toFixed(1)
  const name = `${studies} studies as rows of ${present} with ${readers} pages open, ${perSecond(studies, shown)} a second, of the time in which the archive takes them, ${perSecond(studies, taken)} a second (${perSecond(files.length, taken)} images)`
  await Promise.all(pages.map((close) => close()))
  return { name, value: shown / taken, unit: '', limit: 1.5 }
}

/** Times of pages that are asked for at fixed times, whether or not earlier ones are answered. */
async function readAtTimes(system: WholeSystem): Promise<number[]> {
  const start = performance.now()
  const dues = Array.from({ length: pagesPerSecond * seconds }, (_, index) => start + (index * 1000) / pagesPerSecond)
  return Promise.all(
    dues.map(async (due) => {
      await delay(due - performance.now())
      await readPage(system)
      return performance.now() - due
    }),
  )
}

/** One study of this many images each second. */
async function keepSending(system: WholeSystem): Promise<void> {
  const start = performance.now()
  for (let second = 0; second < seconds; second++) {
    await delay(Math.max(0, start + second * 1000 - performance.now()))
    await send(system, filesOf(`beside ${second}`, imagesPerSecond))
  }
}

async function measureReading(system: WholeSystem): Promise<Figure> {
  const key = 'zipped'
  await send(system, filesOf(key, zippedImages))
  let orthancStudyID = ''
  await untilRows(system, (rows) => {
    const row = rows.find(({ studyInstanceUID }) => studyInstanceUID === studyUidOf({ key }))
    orthancStudyID = row?.orthancStudyID ?? ''
    return row?.workflowStatus === 'pending_assignment'
  })
  // Answers that it is not there yet, and queues it.
  await system.admin.call(downloadEndpoints.r2Direct, { params: { orthancStudyID } }).catch(() => {})
  const [times] = await Promise.all([readAtTimes(system), keepSending(system)])
  const name = `page while ${zippedImages} images are packed and ${imagesPerSecond} a second arrive, median ${quantile(times, 0.5).toFixed(1)} ms, 95th percentile`
  return { name, value: quantile(times, 0.95), unit: ' ms', limit: 100 }
}

/** The sweep would look for each of the million in the archive, which has none of them. */
const env = { SETTLE_SECONDS: '5', SWEEP_REQUESTS_PER_MINUTE: '1' }

/** The intake's pace beside the archive's, and reading with everything else at work, on a whole system with a million studies in its database. */
export async function benchArrivalLoad(): Promise<Figure[]> {
  return withStudies(present, (DATABASE_URL) =>
    withWholeSystem({ ...env, DATABASE_URL }, async (system) => [await measureIntake(system), await measureReading(system)]),
  )
}
