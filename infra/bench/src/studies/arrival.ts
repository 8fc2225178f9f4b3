import { performance } from 'node:perf_hooks'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import type { Figure } from '../core/figure.ts'
import { openPage } from '../core/open-page.ts'
import { watchRows } from '../core/watch-rows.ts'
import { withWholeSystem } from '../core/whole-system.ts'

const settleSeconds = 5
const graceSeconds = 2
const studies = 3
const images = 100

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

/** From the scanner to an open page, on a whole system of its own. */
export async function benchArrival(): Promise<Figure[]> {
  return withWholeSystem({ SETTLE_SECONDS: String(settleSeconds) }, async ({ origin, dicomPort, admin }) => {
    const { seen, untilRow } = watchRows()
    const closePage = await openPage(admin, origin, seen)
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
  })
}
