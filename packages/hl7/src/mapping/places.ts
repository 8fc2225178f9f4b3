import type { Message, Place, Segment } from '../message/message.ts'

const written = /^([A-Z][A-Z0-9]{2})-(\d{1,2})(?:\.(\d{1,2}))?(?:\.(\d{1,2}))?$/

/** Reads a place such as `OBR-18`, `ORC-7.6` or `PID-5.1.1`. Returns null if it is not one. */
export function readPlace(text: string): Place | null {
  const [, segment, ...numbers] = written.exec(text) ?? []
  const [field = 0, component, subcomponent] = numbers.map((number) => (number === undefined ? undefined : Number(number)))
  if (segment === undefined || field === 0 || component === 0 || subcomponent === 0) return null
  return {
    segment,
    field,
    ...(component === undefined ? {} : { component }),
    ...(subcomponent === undefined ? {} : { subcomponent }),
  }
}

/** The segments that belong to one order of a message. */
export type Scope = {
  /** From the order's ORC to the next one. */
  own: readonly Segment[]
  /** What comes before the first order: the patient and the visit. */
  shared: readonly Segment[]
  /** A segment of the sender's own (Z…) that comes only once may stand for all orders of the message. */
  custom: readonly Segment[]
}

/** Splits a message into its orders, each with what all of them share. */
export function splitOrders({ segments }: Message): Scope[] {
  const starts = segments.flatMap((segment, at) => (segment.name === 'ORC' ? [at] : []))
  const shared = segments.slice(0, starts[0] ?? segments.length).filter((segment) => segment.name !== 'NTE')
  const custom = segments.filter((segment) => segment.name.startsWith('Z'))
  const repeated = new Set(custom.filter((segment) => segment.sequence > 1).map((segment) => segment.name))
  const sole = custom.filter((segment) => !repeated.has(segment.name))
  return starts.map((start, at) => ({ own: segments.slice(start, starts[at + 1]), shared, custom: sole }))
}

/** Returns the segments of a name: those of the order, or else those that it shares. */
export function segmentsOf({ own, shared, custom }: Scope, name: string): readonly Segment[] {
  return (
    [own, shared, custom].map((list) => list.filter((segment) => segment.name === name)).find((found) => found.length > 0) ?? []
  )
}
