import { z } from 'zod'

/** A worklist that scanners may ask, as the listening process knows it. */
export const Scanners = z.array(
  z.object({
    labId: z.string(),
    calledAeTitle: z.string(),
    allowedAddresses: z.array(z.string()),
    scannerAeTitles: z.array(z.string()),
  }),
)
export type Scanners = z.infer<typeof Scanners>

const Elements = z.record(z.string(), z.unknown())

/** Messages to the listening process. */
export const ToListener = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listen'), host: z.string(), port: z.int() }),
  z.object({ kind: z.literal('scanners'), scanners: Scanners }),
  /** `items` null: the question cannot be answered now. `isUnreadable`: it never can. */
  z.object({ kind: z.literal('answer'), id: z.int(), items: z.array(Elements).nullable(), isUnreadable: z.boolean() }),
  /** The answer to a performed step: a status of DIMSE (PS3.7 annex C). */
  z.object({ kind: z.literal('stepAnswer'), id: z.int(), status: z.int() }),
])
export type ToListener = z.infer<typeof ToListener>

/** Messages from the listening process. */
export const FromListener = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.int() }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({ kind: z.literal('refused'), address: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('question'), id: z.int(), labId: z.string(), aeTitle: z.string(), elements: Elements }),
  /** A performed step that a scanner begins or changes. */
  z.object({
    kind: z.literal('step'),
    id: z.int(),
    labId: z.string(),
    aeTitle: z.string(),
    action: z.enum(['create', 'set']),
    sopInstanceUid: z.string(),
    elements: Elements,
  }),
])
export type FromListener = z.infer<typeof FromListener>
