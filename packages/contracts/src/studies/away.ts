import { z } from 'zod'
import { CalendarDate, Instant } from '../core/primitives.ts'

/** The reasons why a doctor does not work now. */
export const awayReasons = [
  /** The last day of the absence. */
  z.object({ kind: z.literal('absent'), until: CalendarDate }),
  /** The doctor has shifts, and none of them is now. `from` is the start of the next one, or null if there is none within two weeks. */
  z.object({ kind: z.literal('offShift'), from: Instant.nullable() }),
  /** The doctor has no shifts, and the clinic's present weekday is not among the doctor's days. */
  z.object({ kind: z.literal('day') }),
] as const
export const Away = z.discriminatedUnion('kind', awayReasons)
export type Away = z.infer<typeof Away>
