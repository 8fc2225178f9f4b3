import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { z } from 'zod'
import type { Figure } from '../core/figure.ts'

const MB = 1024 * 1024
const IMAGES = 300
const MANY_IMAGES = 2_000
const ROUNDS = 3
const MAX_TIME_RATIO = 0.25
const MAX_GROWTH_MB = 100

const Uploaded = z.object({ ParentStudy: z.string() })
const Packed = z.object({ seconds: z.number(), instances: z.number(), bytes: z.number(), growthBytes: z.number() })

type Study = { orthancId: string; studyInstanceUid: string }

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Our ZIP of a CT study against Orthanc's own archive of the same study, and what packing costs in memory. */
export async function benchStudyZip(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const archive = await startOrthanc({ dir: join(dir, 'orthanc'), durable: false })
  try {
    const study = await storeStudy(archive, '2.25.1', IMAGES)
    const [ours, theirs, growth]: number[][] = [[], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const packed = await pack(archive, study, IMAGES, dir)
      ours?.push(packed.seconds)
      growth?.push(packed.growthBytes / MB)
      theirs?.push(await timeOrthancArchive(archive, study))
    }
    const many = await storeStudy(archive, '2.25.2', MANY_IMAGES)
    const { growthBytes } = await pack(archive, many, MANY_IMAGES, dir)
    const [seconds, orthancSeconds] = [median(ours ?? []), median(theirs ?? [])]
    const times = `${seconds.toFixed(2)} s against ${orthancSeconds.toFixed(2)} s`
    return [
      {
        name: `time over Orthanc's archive, ${IMAGES} CT images, ${times}`,
        value: seconds / orthancSeconds,
        unit: '',
        limit: MAX_TIME_RATIO,
      },
      { name: `memory over idle, ${IMAGES} images`, value: Math.max(...(growth ?? [])), unit: ' MB', limit: MAX_GROWTH_MB },
      { name: `memory over idle, ${MANY_IMAGES} images`, value: growthBytes / MB, unit: ' MB', limit: MAX_GROWTH_MB },
    ]
  } finally {
    await archive.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

const authorization = ({ username, password }: Orthanc) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

async function storeStudy(archive: Orthanc, studyInstanceUid: string, count: number): Promise<Study> {
  let orthancId = ''
  for (let instanceNumber = 1; instanceNumber <= count; instanceNumber += 1) {
    const seriesInstanceUid = `${studyInstanceUid}.1`
    const sopInstanceUid = `${seriesInstanceUid}.${instanceNumber}`
    const body = syntheticCt({ studyInstanceUid, seriesInstanceUid, sopInstanceUid, instanceNumber, side: 512 })
    const headers = { authorization: authorization(archive) }
    const response = await fetch(`${archive.url}/instances`, { method: 'POST', headers, body: new Uint8Array(body) })
    orthancId = Uploaded.parse(await response.json()).ParentStudy
  }
  return { orthancId, studyInstanceUid }
}

async function pack({ url, username, password }: Orthanc, study: Study, expected: number, dir: string) {
  const task = { archive: { url, username, password }, study, dir: join(dir, 'storage') }
  const child = fork(fileURLToPath(new URL('./study-zip-child.js', import.meta.url)), [JSON.stringify(task)])
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`packing ended with ${code}`))),
  ])
  const packed = Packed.parse(message)
  if (packed.instances !== expected) throw new Error(`${packed.instances} of ${expected} images were packed`)
  return packed
}

async function timeOrthancArchive(archive: Orthanc, { orthancId }: Study): Promise<number> {
  const startedAt = performance.now()
  const headers = { authorization: authorization(archive) }
  const response = await fetch(`${archive.url}/studies/${orthancId}/archive`, { headers })
  if (!response.ok || !response.body) throw new Error(`Orthanc answered ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  if (bytes < MB) throw new Error('Orthanc sent no archive')
  return (performance.now() - startedAt) / 1000
}
