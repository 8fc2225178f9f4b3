import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createDecoder } from '@readroom/decoder/decoder'
import { Refused } from '@readroom/decoder/refused'
import type { Result } from '@readroom/decoder/tasks'
import { readSampleFolder } from '@readroom/local/core/config'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Gateway, startGateway } from '../dicomweb/gateway.fixture.ts'

const sampleFolder = readSampleFolder(fileURLToPath(new URL('../../../../../', import.meta.url)))
const hasSamples = existsSync(sampleFolder)
const maxBytes = 6_000_000
/**
 * Its header says RGB, and its JPEG stream is JFIF, which is luminance and two colors always (ITU-T T.871). The archive believes the header. libjpeg and
 * OHIF believe the stream, as we do.
 */
const disputed = ['sc-patientid-64chars/IM0001.dcm']
const Uploaded = z.object({ ID: z.string() })
type Pixels = Extract<Result, { kind: 'pixels' }>

let gateway: Gateway
const decoder = createDecoder({ processes: 2 })
beforeAll(async () => {
  if (hasSamples) gateway = await startGateway()
})
afterAll(async () => {
  decoder.close()
  if (hasSamples) await gateway.stop()
})

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const { url, username, password } = gateway.archive
  const headers = { ...init.headers, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
  return fetch(`${url}${path}`, { ...init, headers })
}

/** Reads a portable arbitrary map with one channel of 16 bits. */
function readMap(bytes: Buffer, isSigned: boolean): number[] {
  const from = bytes.indexOf('ENDHDR\n') + 7
  return Array.from({ length: (bytes.length - from) / 2 }, (_, index) =>
    isSigned ? bytes.readInt16BE(from + index * 2) : bytes.readUInt16BE(from + index * 2),
  )
}

/** Returns the archive's values of the first frame: greys as stored, colors as it draws them. Null if it does not decode the image. */
async function valuesOfArchive(id: string, { channels, values }: Pixels): Promise<number[] | null> {
  const isSigned = values instanceof Int16Array || values instanceof Int8Array || values instanceof Int32Array
  const form = channels === 3 ? 'preview' : isSigned ? 'image-int16' : 'image-uint16'
  const accept = channels === 3 ? 'image/png' : 'image/x-portable-arbitrarymap'
  const answer = await ask(`/instances/${id}/frames/0/${form}`, { headers: { accept } })
  if (!answer.ok) return null
  const bytes = Buffer.from(await answer.arrayBuffer())
  return channels === 1 ? readMap(bytes, isSigned) : [...(await sharp(bytes).removeAlpha().raw().toBuffer())]
}

/** Returns the share of values that differ by more than a lossy decoder may (ISO/IEC 10918-2 allows 1 to the inverse transform). */
function differing(ours: ArrayLike<number>, theirs: readonly number[], tolerance: number): number {
  if (ours.length !== theirs.length) return 1
  let count = 0
  for (let index = 0; index < theirs.length; index++)
    if (Math.abs((ours[index] ?? 0) - (theirs[index] ?? 0)) > tolerance) count += 1
  return count / theirs.length
}

/** Returns true for single bits, which the archive makes 0 and 255. */
const isOfBits = ({ values }: Pixels, theirs: readonly number[]) =>
  values.every((value) => value <= 1) && theirs.every((value) => value === 0 || value === 255)

/** Returns a line for an image whose values differ, or null. */
async function compare(name: string, file: Buffer): Promise<string | 'not decoded' | null> {
  const open = async () => ({ stream: Readable.from([file]), size: file.length })
  const ours = await decoder.decode(open, { kind: 'pixels', frame: 1 }).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
  const stored = await ask('/instances', { method: 'POST', body: new Uint8Array(file) })
  if (!stored.ok) return 'not decoded'
  const { ID } = Uploaded.parse(await stored.json())
  const theirs = ours?.kind === 'pixels' ? await valuesOfArchive(ID, ours) : null
  await ask(`/instances/${ID}`, { method: 'DELETE' })
  if (ours?.kind !== 'pixels' || theirs === null) return 'not decoded'
  const expected = isOfBits(ours, theirs) ? theirs.map((value) => value / 255) : theirs
  const tolerance = ours.channels === 3 ? 4 : 1
  const share = differing(ours.values, expected, isOfBits(ours, theirs) ? 0 : tolerance)
  return share > 0.001 ? `${name}: ${(share * 100).toFixed(1)} %` : null
}

it.skipIf(!hasSamples)(
  `decodes real images to the values of the image archive (needs ${sampleFolder})`,
  async () => {
    const names = (await readdir(sampleFolder, { recursive: true })).filter((name) => name.endsWith('.dcm')).sort()
    const different: string[] = []
    let alike = 0
    for (const name of names) {
      const file = await readFile(join(sampleFolder, name))
      if (file.length === 0 || file.length > maxBytes || disputed.includes(name)) continue
      const outcome = await compare(name, file)
      if (outcome === null) alike += 1
      else if (outcome !== 'not decoded') different.push(outcome)
    }
    expect(different).toEqual([])
    expect(alike).toBeGreaterThan(names.length / 2)
  },
  300_000,
)
