import type { Cell } from './xlsx-xml.ts'

/** Formats instants as local time in the zone: `2026-11-29 14:05:00`. */
export function localTime(zone: string): (iso: string) => string {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...day, ...time })
  return (iso) => format.format(new Date(iso))
}

/** Returns instants as cells with the local time in the zone. */
export function wallClock(zone: string): (iso: string) => Cell {
  const timeOf = localTime(zone)
  return (iso) => ({ time: timeOf(iso).replace(' ', 'T') })
}
