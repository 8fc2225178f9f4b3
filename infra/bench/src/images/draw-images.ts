import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createDecoder, type Decoder } from '@readroom/decoder/decoder'
import type { Task } from '@readroom/decoder/tasks'
import { readSampleFolder } from '@readroom/local/core/config'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { z } from 'zod'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'

const rounds = 5
const limit = 1.5
const root = new URL('../../../../', import.meta.url).pathname

const Uploaded = z.object({ ID: z.string() })
const Uids = z.object({ StudyInstanceUID: z.string(), SeriesInstanceUID: z.string(), SOPInstanceUID: z.string() })

const authorization = ({ username, password }: Orthanc) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Starts an archive, and ends it after `work`. */
export async function withArchive<T>(
  work: (archive: Orthanc, ask: (path: string, init?: RequestInit) => Promise<Response>) => Promise<T>,
) {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const archive = await startOrthanc({ dir, durable: false })
  const headers = { authorization: authorization(archive) }
  try {
    return await work(archive, (path, init) => fetch(archive.url + path, { ...init, headers: { ...headers, ...init?.headers } }))
  } finally {
    await archive.kill()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Returns the real DICOM files, but for those that are damaged on purpose. */
export async function readSamples(): Promise<{ name: string; file: Buffer }[]> {
  const folder = readSampleFolder(root)
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.dcm') && !name.startsWith('_'))
    .sort()
  return Promise.all(names.map(async (name) => ({ name, file: await readFile(join(folder, name)) })))
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** Decodes an image as the API does: with its file from the archive. */
async function drawHere(ask: Ask, decoder: Decoder, id: string, task: Task): Promise<void> {
  await decoder.decode(async () => {
    const { body, headers } = await ask(`/instances/${id}/file`)
    return { stream: Readable.from(body ?? []), size: Number(headers.get('content-length')) }
  }, task)
}

type Times = { name: string; ours: number; theirs: number }

const picture: Task = { kind: 'picture', frame: 1, type: 'image/png', quality: 90, window: null, viewport: null }
const forms = ['jpeg80', 'jpeg95', 'deflate'] as const

/** Measures both, one after the other in each round. Null if the archive does not draw the image. */
async function compare(name: string, ours: () => Promise<void>, theirs: () => Promise<Response>): Promise<Times | null> {
  const first = await theirs()
  await first.arrayBuffer()
  if (!first.ok) return null
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round++) {
    times.ours.push(await timeOf(ours))
    times.theirs.push(await timeOf(async () => (await theirs()).arrayBuffer()))
  }
  return { name, ours: quantile(times.ours, 0.5), theirs: quantile(times.theirs, 0.5) }
}

/** Measures each form of an image once: the plugin keeps what it drew, and draws the next images of a series ahead. */
async function compareViews(ask: Ask, decoder: Decoder, { name, id }: { name: string; id: string }): Promise<Times[]> {
  const all: Times[] = []
  for (const form of forms) {
    const ours = await timeOf(() => drawHere(ask, decoder, id, { kind: 'archive-viewer', frame: 1, form }))
    const theirs = await timeOf(async () => (await ask(`/web-viewer/instances/${form}-${id}_0`)).arrayBuffer())
    all.push({ name: `${name} ${form}`, ours, theirs })
  }
  return all
}

function figuresOf(what: string, all: readonly Times[]): Figure[] {
  const sum = (key: 'ours' | 'theirs') => all.reduce((total, times) => total + times[key], 0)
  for (const { name, ours, theirs } of all.filter((times) => times.ours > limit * times.theirs)) {
    process.stdout.write(`     ${name}: ${ours.toFixed(1)} ms, archive ${theirs.toFixed(1)} ms\n`)
  }
  return [
    { name: `${what}: ${all.length} samples beside the archive's own`, value: sum('ours') / sum('theirs'), unit: ' x', limit },
  ]
}

/** The time of every real image from our decoder beside the archive's, as a picture and for the archive's viewer. */
export async function benchDrawImages(): Promise<Figure[]> {
  return withArchive(async (_archive, ask) => {
    const decoder = createDecoder()
    const [pictures, views]: [Times[], Times[]] = [[], []]
    const viewed = new Set<string>()
    for (const { name, file } of await readSamples()) {
      const { ID } = Uploaded.parse(await (await ask('/instances', { method: 'POST', body: new Uint8Array(file) })).json())
      const uids = Uids.safeParse(await (await ask(`/instances/${ID}/simplified-tags`)).json()).data
      if (!uids) continue
      const path = `/dicom-web/studies/${uids.StudyInstanceUID}/series/${uids.SeriesInstanceUID}/instances/${uids.SOPInstanceUID}`
      const here = (task: Task) => () => drawHere(ask, decoder, ID, task)
      const drawn = await compare(name, here(picture), () => ask(`${path}/rendered`, { headers: { accept: 'image/png' } }))
      if (drawn) pictures.push(drawn)
      const folder = dirname(name)
      if (drawn && !viewed.has(folder)) views.push(...(await compareViews(ask, decoder, { name, id: ID })))
      if (drawn) viewed.add(folder)
    }
    decoder.close()
    return [...figuresOf('pictures', pictures), ...figuresOf("images for the archive's viewer", views)]
  })
}
