import type { Buffer } from 'node:buffer'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import loadJpeg2000 from '@cornerstonejs/codec-openjpeg/wasmjs'
import loadHighThroughput from '@cornerstonejs/codec-openjph/wasmjs'
import { side } from './pictures.ts'

/** Encodes a file with a program of DCMTK. Its SOP Instance UID stays. */
export async function encodeWith(
  program: 'dcmcjpeg' | 'dcmcjpls' | 'dcmcrle' | 'dcmconv',
  options: readonly string[],
  bytes: Buffer,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'readroom-kind-'))
  try {
    const [from, to] = [join(folder, 'from.dcm'), join(folder, 'to.dcm')]
    await writeFile(from, bytes)
    await promisify(execFile)(program, [...options, from, to])
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const info = { width: side, height: side, isSigned: false }

/** Encodes one frame with JPEG 2000, or its high-throughput form. Colours are converted within (RCT, ICT). */
export async function encodeWavelets(
  form: 'J2K' | 'HTJ2K',
  frame: Uint8Array,
  { isReversible, ...samples }: { componentCount: number; bitsPerSample: number; isReversible: boolean },
): Promise<ArrayBuffer> {
  const encoder = form === 'J2K' ? new (await loadJpeg2000()).J2KEncoder() : new (await loadHighThroughput()).HTJ2KEncoder()
  try {
    encoder.getDecodedBuffer({ ...info, ...samples, isUsingColorTransform: samples.componentCount > 1 }).set(frame)
    encoder.setQuality(isReversible, form === 'J2K' ? 1 : 0.002)
    encoder.encode()
    return encoder.getEncodedBuffer().slice().buffer
  } finally {
    encoder.delete()
  }
}
