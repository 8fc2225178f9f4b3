import { z } from 'zod'
import { Instant } from './primitives.ts'

/** Ports on which programs of laboratories connect. */
export const ownPorts = ['dicom', 'hl7', 'worklist'] as const

/** Ports that Readroom tests from time to time: its own, and the image archive's port for programs. */
export const guardedPorts = [...ownPorts, 'archive'] as const

/** A port that a program opened, and whether it answered the last test. `label`: tells it from others of its kind. */
export type OwnPort = { port: (typeof ownPorts)[number]; isAnswering: boolean; label?: string }

/** Why a connection was refused or ended. */
export const portRefusalReasons = [
  'silent',
  'gave way',
  'address full',
  'port full',
  'AE title full',
  'not DICOM',
  'archive down',
  /** The address, AE title or certificate may not connect. */
  'not allowed',
  /** Of our own test, which nobody refused. */
  'no answer',
] as const

/** Connections from one address that were refused for one reason in the last day. */
export const RefusedConnections = z.object({
  port: z.enum(guardedPorts),
  address: z.string(),
  /** The calling AE title, if the sender told it. */
  aeTitle: z.string().nullable(),
  reason: z.enum(portRefusalReasons),
  count: z.int(),
  firstAt: Instant.nullable(),
  lastAt: Instant,
})
export type RefusedConnections = z.infer<typeof RefusedConnections>
