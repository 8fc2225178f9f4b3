import { portRefusalReasons } from '@readroom/contracts/core/port-refusals'
import { z } from 'zod'

/** The worklists that scanners may ask, as the listening process knows them. */
export const Worklists = z.array(
  z.object({
    labId: z.string(),
    calledAeTitle: z.string(),
    allowedAddresses: z.array(z.string()),
    /** `certificate`: the scanner is recognised by it and not by its address. */
    scanners: z.array(z.object({ aeTitle: z.string(), certificate: z.string().nullable() })),
  }),
)
export type Worklists = z.infer<typeof Worklists>

/** The port with TLS. `clientAuthority`: only senders with a certificate of it, or of a scanner, are let in. Certificates and the key are in PEM. */
export const WorklistTls = z.object({ port: z.int(), cert: z.string(), key: z.string(), clientAuthority: z.string().nullable() })
export type WorklistTls = z.infer<typeof WorklistTls>

const Elements = z.record(z.string(), z.unknown())

/** Messages to the listening process. */
export const ToListener = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listen'), host: z.string(), port: z.int(), tls: WorklistTls.nullable() }),
  z.object({ kind: z.literal('worklists'), worklists: Worklists }),
  /** The next connection from this local port is the worker's own test. */
  z.object({ kind: z.literal('probe'), port: z.int() }),
  /** `items` null: the question cannot be answered now. `isUnreadable`: it never can. `isCut`: more orders match than one answer has. */
  z.object({
    kind: z.literal('answer'),
    id: z.int(),
    items: z.array(Elements).nullable(),
    isUnreadable: z.boolean(),
    isCut: z.boolean(),
  }),
  /** The answer to a performed step: a status of DIMSE (PS3.7 annex C). */
  z.object({ kind: z.literal('stepAnswer'), id: z.int(), status: z.int() }),
])
export type ToListener = z.infer<typeof ToListener>

/** Messages from the listening process. */
export const FromListener = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('expecting'), port: z.int() }),
  z.object({ kind: z.literal('listening'), port: z.int(), isTls: z.boolean() }),
  z.object({ kind: z.literal('failed'), reason: z.string(), isTls: z.boolean() }),
  /** `aeTitle`: empty if it was not told. */
  z.object({ kind: z.literal('refused'), address: z.string(), aeTitle: z.string(), reason: z.string() }),
  /** Refused by the front, for want of a slot or a byte. */
  z.object({ kind: z.literal('full'), address: z.string(), reason: z.enum(portRefusalReasons) }),
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
