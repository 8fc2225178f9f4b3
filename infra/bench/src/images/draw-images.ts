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

const rounds = 7
const limit = 1.5
/** The way to a process and back takes so many milliseconds, whatever the image. */
const wayMs = 2
/** Large images in JPEG 2000: WebAssembly is slower than the archive's program. */
const mostSlow = 5
/** The plugin keeps files and decoded images in its own process. */
const viewerLimit = 3
const root = new URL('../../../../', import.meta.url).pathname

const Uploaded = z.object({ ID: z.string() })
const Uids = z.object({ StudyInstanceUID: z.string(), SeriesInstanceUID: z.string(), SOPInstanceUID: z.string() })

const authorization = ({ username, password }: Orthanc) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Starts an archive, and ends it after `work`. */
export async function withArchive<T>(work: (archive: Orthanc, ask: Ask) => Promise<T>) {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-bench-'))
  const archive = await startOrthanc({ dir, durable: false })
  const headers = { authorization: authorization(archive) }
  const ask: Ask = async (path, init) => {
    const send = () => fetch(archive.url + path, { ...init, headers: { ...headers, ...init?.headers } })
    // Orthanc may close an idle connection just as it is used.
    return send().catch(send)
  }
  try {
    return await work(archive, ask)
  } finally {
    await archive.kill()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Returns the real DICOM files, without those that are damaged on purpose. */
export async function readSamples(): Promise<{ name: string; file: Buffer }[]> {
  const folder = readSampleFolder(root)
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.dcm') && !name.startsWith('_'))
    .sort()
  return Promise.all(names.map(async (name) => ({ name, file: await readFile(join(folder, name)) })))
}

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
const viewed: Task = { kind: 'archive-viewer', frame: 1, form: 'jpeg80' }

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
  // The least: what else a busy machine does is the time of neither.
  return { name, ours: Math.min(...times.ours), theirs: Math.min(...times.theirs) }
}

/** Measures an image once, which the plugin has not drawn: it keeps what it drew, and draws the next images of a series ahead. */
async function compareViews(ask: Ask, decoder: Decoder, { name, id }: { name: string; id: string }): Promise<Times> {
  const theirs = await timeOf(async () => (await ask(`/web-viewer/instances/jpeg80-${id}_0`)).arrayBuffer())
  return { name: `${name} for the viewer`, ours: await timeOf(() => drawHere(ask, decoder, id, viewed)), theirs }
}

function figuresOf(what: string, all: readonly Times[], most: number): Figure[] {
  const sum = (key: 'ours' | 'theirs') => all.reduce((total, times) => total + times[key], 0)
  const ratioOf = (times: Times) => times.ours / times.theirs
  const slow = all
    .filter((times) => ratioOf(times) > most && times.ours - times.theirs > wayMs)
    .toSorted((a, b) => ratioOf(b) - ratioOf(a))
  for (const { name, ours, theirs } of slow) {
    process.stdout.write(
      `     ${name}: ${ours.toFixed(1)} ms, archive ${theirs.toFixed(1)} ms, ${(ours / theirs).toFixed(1)} x\n`,
    )
  }
  const name = `${what}: samples that take more than ${most} times as long, and ${wayMs} ms longer`
  return [
    {
      name: `${what}: ${all.length} samples beside the archive's own`,
      value: sum('ours') / sum('theirs'),
      unit: ' x',
      limit: most,
    },
    { name, value: slow.length, unit: '', limit: mostSlow },
  ]
}

/** The time of every real image from our decoder beside the archive's, as a picture and for the archive's viewer. */
export async function benchDrawImages(): Promise<Figure[]> {
  return withArchive(async (_archive, ask) => {
    const decoder = createDecoder()
    const [pictures, views]: [Times[], Times[]] = [[], []]
    const seen = new Set<string>()
    for (const { name, file } of await readSamples()) {
      const { ID } = Uploaded.parse(await (await ask('/instances', { method: 'POST', body: new Uint8Array(file) })).json())
      const uids = Uids.safeParse(await (await ask(`/instances/${ID}/simplified-tags`)).json()).data
      if (!uids) continue
      const path = `/dicom-web/studies/${uids.StudyInstanceUID}/series/${uids.SeriesInstanceUID}/instances/${uids.SOPInstanceUID}`
      const here = (task: Task) => () => drawHere(ask, decoder, ID, task)
      const drawn = await compare(name, here(picture), () => ask(`${path}/rendered`, { headers: { accept: 'image/png' } }))
      if (drawn) pictures.push(drawn)
      const folder = dirname(name)
      if (drawn && !seen.has(folder)) views.push(await compareViews(ask, decoder, { name, id: ID }))
      if (drawn) seen.add(folder)
    }
    decoder.close()
    return [...figuresOf('pictures', pictures, limit), ...figuresOf("images for the archive's viewer", views, viewerLimit)]
  })
}
