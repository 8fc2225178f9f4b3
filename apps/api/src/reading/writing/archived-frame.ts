import { AppError } from '@readroom/contracts/core/errors'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import type { ImageDecoder } from '../../images/decoding/image-decoder.ts'
import type { ImageReader } from '../../images/flow/archive-slots.ts'

/** The decoded pixels of one frame. `at` returns the value of a channel of the pixel at `column` and `row`. */
export type FrameValues = {
  columns: number
  rows: number
  channels: number
  at: (column: number, row: number, channel: number) => number
}

/** An image of the archive: Orthanc's ids of it and its study, and the study's row. `frame` counts from 1. */
export type ArchivedFrame = { id: string; studyId: string; study: string; frame: number }

/** Returns the decoded pixels of a frame. Null if the image cannot be decoded. Throws ARCHIVE_BUSY, OrthancDown. */
export async function readFrame(
  decoder: ImageDecoder,
  { id, studyId, study, frame }: ArchivedFrame,
  { reader, signal }: { reader: ImageReader; signal: AbortSignal },
): Promise<FrameValues | null> {
  try {
    const task = { kind: 'pixels', frame } as const
    const { rows, columns, channels, values } = await decoder.decode({ image: { id, studyId }, study, task, reader, signal })
    return { rows, columns, channels, at: (column, row, channel) => values[(row * columns + column) * channels + channel] ?? 0 }
  } catch (error) {
    if (error instanceof OrthancNotFound || (error instanceof AppError && error.code !== 'ARCHIVE_BUSY')) return null
    throw error
  }
}
