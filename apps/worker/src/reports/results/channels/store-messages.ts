import { z } from 'zod'

/** A message to the process that stores instances: one file for one receiver. */
export const ToSender = z.object({
  host: z.string(),
  port: z.int(),
  calledAeTitle: z.string(),
  callingAeTitle: z.string(),
  /** Null: without TLS. `ca` null: every certificate is taken. `identity`: our certificate, for receivers that ask for one. */
  tls: z
    .object({
      ca: z.string().nullable(),
      identity: z.object({ cert: z.string(), key: z.string() }).nullable(),
      /** The name that the receiver's certificate must have. Null: its address. */
      servername: z.string().nullable(),
    })
    .nullable(),
  connectMs: z.int(),
  answerMs: z.int(),
  /** A DICOM file. Null: the connection is only tried. */
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
})
export type ToSender = z.infer<typeof ToSender>

/**
 * That the process has begun, or an outcome. `answered`: the receiver's status and words, and the time from the start of the connection. `notTaken`: it takes no instances of this class. `rejected`: it refused the association.
 * `unreachable` and `closed`: before and after it accepted the association. `unreadable`: the bytes are no DICOM file.
 */
export const FromSender = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('answered'), status: z.int(), comment: z.string(), milliseconds: z.int() }),
  z.object({ kind: z.literal('notTaken') }),
  z.object({ kind: z.literal('rejected'), isTransient: z.boolean(), reason: z.int(), source: z.int() }),
  z.object({ kind: z.literal('unreachable'), reason: z.string() }),
  z.object({ kind: z.literal('closed'), reason: z.string() }),
  z.object({ kind: z.literal('unreadable') }),
])
export type FromSender = z.infer<typeof FromSender>
export type Outcome = Exclude<FromSender, { kind: 'ready' }>
