import { z } from 'zod'

/**
 * The present version of a payload that waits somewhere while programs are updated. `upgrades[0]` makes version 2 of version 1, and so on.
 * A payload is stored with its version as `v`.
 */
export type Version = { v: number; upgrades?: readonly ((former: Record<string, unknown>) => Record<string, unknown>)[] }
export type Versioned<T extends object = object> = Version & { payload: z.ZodType<T> }

const Stored = z.looseObject({ v: z.int().min(1) })

/** The stored content, brought to the present version. Throws a ZodError for one that is newer, or has none. */
export function upgradeStored({ v, upgrades = [] }: Version, stored: unknown): Record<string, unknown> {
  const { v: from, ...former } = Stored.extend({ v: z.int().min(1).max(v) }).parse(stored)
  return upgrades.slice(from - 1).reduce<Record<string, unknown>>((before, upgrade) => upgrade(before), former)
}

/** The payload in its present version, whatever version it was stored in. Throws a ZodError if it is not the payload. */
export function readVersioned<T extends object>(spec: Versioned<T>, stored: unknown): T {
  return spec.payload.parse(upgradeStored(spec, stored))
}
