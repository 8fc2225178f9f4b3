import { AppError } from '@readroom/contracts/core/errors'
import type { Db } from '@readroom/db/core/client'
import { createDecoder, type Decoder, type StoredFile } from '@readroom/decoder/decoder'
import { type Refusal, Refused } from '@readroom/decoder/refused'
import type { Result, Task } from '@readroom/decoder/tasks'
import type { Orthanc } from '@readroom/orthanc/client'
import { ProcessEnded } from '@readroom/process/bounded-processes'
import pLimit from 'p-limit'
import { openFromArchive } from '../dicomweb/proxy.ts'
import { createArchiveSlots, type ImageReader } from '../flow/archive-slots.ts'
import type { ImageFlow } from '../flow/image-flow.ts'
import { createDecoderProbe } from './decoder-probe.ts'
import { createQuarantine, type StoredImage } from './quarantined-images.ts'

const processes = 3

/** One process is for sessions with an open report, and all share links and FHIR clients together have one. */
export const turns = { all: processes, reserved: 1, outsiders: 1, perReader: 2 }
const waiting = { waitingPerReader: 200, waiting: 2_000, outsiderWaitMs: 5_000 }

const stopped = () => new AppError('IMAGE_INVALID', { why: 'it stopped the image decoder twice' })

function errorOf(refusal: Refusal): AppError {
  if (refusal.code === 'too-large') return new AppError('IMAGE_TOO_LARGE')
  return refusal.code === 'empty' ? new AppError('SERIES_WITHOUT_IMAGES') : new AppError('IMAGE_INVALID', { why: refusal.why })
}

/** A task for an image, and its reader. `study`: Orthanc's id of its study. */
type Asked<T extends Task> = { image: StoredImage; study: string; task: T; reader: ImageReader; signal: AbortSignal }

type ResultOf<T extends Task> = Extract<Result, { kind: T['kind'] }>

export type ImageDecoder = {
  /**
   * Makes a picture, or another form of its pixels, of an image as the archive stores it. Throws IMAGE_TOO_LARGE, IMAGE_INVALID,
   * SERIES_WITHOUT_IMAGES, ARCHIVE_BUSY, and what the archive throws.
   */
  decode: <T extends Task>(asked: Asked<T>) => Promise<ResultOf<T>>
  /** Returns whether an image that we know is decoded. */
  probe: () => Promise<'up' | 'down'>
  close: () => void
}

const isOfKind = <T extends Task>(result: Result, { kind }: T): result is ResultOf<T> => result.kind === kind

type Options = { db: Db; orthanc: Orthanc; flow: ImageFlow; decoder?: Decoder; readingMs: number }

/** Creates the decoder of one API process. The archive sends files and decodes nothing (docs/decisions/images/image-decoding.md). */
export function createImageDecoder({
  db,
  orthanc,
  flow,
  readingMs,
  decoder = createDecoder({ processes }),
}: Options): ImageDecoder {
  const quarantine = createQuarantine(db, orthanc)
  const slots = createArchiveSlots({ ...turns, ...waiting })
  const suspects = pLimit(1)

  async function open({ image, study, reader, signal }: Asked<Task>): Promise<StoredFile> {
    const question = { path: `/instances/${image.id}/file`, headers: {}, answerMs: readingMs, study, signal }
    const { body, headers } = await flow.open(reader, (turn) => openFromArchive(orthanc, { ...question, turn }))
    const length = Number(headers['content-length'] ?? Number.NaN)
    return { stream: body, size: Number.isSafeInteger(length) ? length : null }
  }

  /** Tries a second time if the process ended, alone: it may have been the machine's fault. */
  async function attempt(asked: Asked<Task>): Promise<Result> {
    const once = () => decoder.decode(() => open(asked), asked.task)
    try {
      return await once().catch((error: unknown) => {
        if (error instanceof ProcessEnded) return suspects(once)
        throw error
      })
    } catch (error) {
      if (error instanceof Refused) throw errorOf(error.refusal)
      if (!(error instanceof ProcessEnded)) throw error
      await quarantine.add(asked.image)
      throw stopped()
    }
  }

  return {
    async decode(asked) {
      if (await quarantine.has(asked.image)) throw stopped()
      const release = await slots.enter(asked.reader, asked.signal)
      try {
        const result = await attempt(asked)
        if (!isOfKind(result, asked.task)) throw new Error('the decoder answered something else')
        return result
      } finally {
        release()
      }
    },
    probe: createDecoderProbe(decoder),
    close: () => decoder.close(),
  }
}
