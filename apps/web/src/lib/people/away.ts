import { presenceEndpoints } from '@readroom/contracts/people/presence'
import type { Away } from '@readroom/contracts/studies/away'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { clinicDay, formatDayOfYear, formatInstant, formatShortDay } from '../format.ts'

/** Shifts begin and end without anything that happens. */
const refetchMs = 60_000

/** The reasons why doctors do not work now, by their ids. Without permission or connection no doctor has one. */
export const awayOptions = queryOptions({
  queryKey: ['presence', 'away'],
  queryFn: ({ signal }) =>
    api
      .call(presenceEndpoints.away, {}, { signal, background: true })
      .then(({ away }) => new Map(away.map(({ doctorId, reason }) => [doctorId, reason]))),
  refetchInterval: refetchMs,
  staleTime: refetchMs / 2,
})

/** Returns a time of today, or with its day. Today ends at midnight, which is not a time of tomorrow. */
export function shiftTime(at: string): string {
  const today = clinicDay(new Date())
  if (clinicDay(new Date(at)) === today) return formatInstant(at).time
  return clinicDay(new Date(Date.parse(at) - 1)) === today ? 'midnight' : formatShortDay(at)
}

/** Returns why a doctor does not work now: `Off until 07:00`, `Absent until 4 December`. */
export function awayWords(away: Away): string {
  if (away.kind === 'absent')
    return away.until === clinicDay(new Date()) ? 'Absent today' : `Absent until ${formatDayOfYear(away.until)}`
  if (away.kind === 'day') return 'Not working today'
  return away.from === null ? 'No shift within two weeks' : `Off until ${shiftTime(away.from)}`
}
