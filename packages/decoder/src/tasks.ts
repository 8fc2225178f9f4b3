import { z } from 'zod'
import type { Samples } from './frame.ts'

/** A window on the values of an image (DICOM PS3.18 section 8.3.5.1.4), instead of the file's own. */
export const Window = z.object({ center: z.number(), width: z.number().positive(), shape: z.string() })

/** Pixels of a picture, at most. */
const Side = z.int().min(1).max(16_384)

/** The size of a picture, and the part of the image that it shows; all of it if that is null (PS3.18 section 8.3.5.1.3). */
export const Viewport = z.object({
  width: Side,
  height: Side,
  part: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }).nullable(),
})

/** A task for an image. Frames are counted from 1. */
export const Task = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('picture'),
    frame: z.int(),
    type: z.enum(['image/jpeg', 'image/png']),
    quality: z.int().min(1).max(100),
    window: Window.nullable(),
    viewport: Viewport.nullable(),
  }),
  /** The values as stored; colors as red, green and blue. */
  z.object({ kind: z.literal('pixels'), frame: z.int() }),
  /** An answer for the image archive's own viewer. */
  z.object({ kind: z.literal('archive-viewer'), frame: z.int(), form: z.enum(['jpeg80', 'jpeg95', 'deflate']) }),
])
export type Task = z.infer<typeof Task>
export type PictureTask = Extract<Task, { kind: 'picture' }>

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** A file begins with `begin` and arrives in pieces. */
export const ToChild = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), size: z.int().min(0) }),
  z.object({ kind: z.literal('piece'), bytes: Bytes }),
  z.object({ kind: z.literal('end'), task: Task }),
])
export type ToChild = z.infer<typeof ToChild>

const Values = z.custom<Samples>((value) => ArrayBuffer.isView(value) && !(value instanceof DataView))

export const Result = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picture'), bytes: Bytes }),
  z.object({
    kind: z.literal('pixels'),
    rows: z.int(),
    columns: z.int(),
    channels: z.union([z.literal(1), z.literal(3)]),
    values: Values,
  }),
  z.object({ kind: z.literal('archive-viewer'), json: z.string() }),
])
export type Result = z.infer<typeof Result>

export const Refusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('too-large') }),
  z.object({ code: z.literal('empty') }),
  z.object({ code: z.literal('invalid'), why: z.string() }),
])

/** An answer to each `end`. `isSpent`: another process should take the next image. */
export const FromChild = z.object({
  outcome: z.union([z.object({ result: Result }), z.object({ refusal: Refusal })]),
  isSpent: z.boolean(),
})
export type FromChild = z.infer<typeof FromChild>
