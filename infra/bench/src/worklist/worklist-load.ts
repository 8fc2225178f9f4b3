import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'
import type { Reader } from './worklist-readers.ts'

/** The requests of a browser with a worklist. */
const requests = ({ list, values }: Reader) => [
  `${list}?limit=100&quickDatePreset=today`,
  `${values}?quickDatePreset=today`,
  `${list}?limit=20&quickDatePreset=thisWeek`,
  `${values}?quickDatePreset=all`,
  `${list}?limit=50&searchTerm=merlin`,
]

type Load = { perSecond: number; seconds: number }

/** Sends requests at their time, whether or not earlier ones are answered, and counts from that time: waiting is not hidden. */
export async function openLoop(origin: string, readers: Reader[], { perSecond, seconds }: Load): Promise<Figure> {
  // Each connection of the server plans its statements the first few times.
  await askAtTimes(origin, readers, { perSecond: perSecond / 4, seconds })
  const { times, failed } = await askAtTimes(origin, readers, { perSecond, seconds })
  const name = `${perSecond} requests a second of ${readers.length} people for ${seconds} s, ${failed} failed, median ${quantile(times, 0.5).toFixed(1)} ms, 95th percentile`
  return { name, value: failed > 0 ? Number.POSITIVE_INFINITY : quantile(times, 0.95), unit: ' ms', limit: 100 }
}

async function askAtTimes(origin: string, readers: Reader[], { perSecond, seconds }: Load) {
  const pool = new Pool(origin, { connections: 64 })
  const wanted = readers.flatMap((reader) => requests(reader).map((path) => ({ path, token: reader.token })))
  const times: number[] = []
  let failed = 0
  const ask = async (index: number, due: number) => {
    const one = wanted[index % wanted.length]
    if (!one) return
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: one.path,
      headers: { authorization: `Bearer ${one.token}` },
    })
    await body.dump({ limit: 10_000_000 })
    if (statusCode !== 200) failed++
    times.push(performance.now() - due)
  }
  const start = performance.now()
  const running: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    running.push(ask(index, due))
  }
  await Promise.all(running)
  await pool.close()
  return { times, failed }
}
