import type { Cell } from './xlsx-xml.ts'

/** Formats instants as local time in the zone. */
export function wallClock(zone: string): (iso: string) => Cell {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...day, ...time })
  return (iso) => ({ time: format.format(new Date(iso)).replace(' ', 'T') })
}
