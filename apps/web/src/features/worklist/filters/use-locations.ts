import type { LocationOption } from '@readroom/contracts/locations'
import { locationEndpoints } from '@readroom/contracts/locations'
import type { Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

const staleMs = 5 * 60_000

/** The laboratories that the caller sees studies of. */
function locationsOptions() {
  return queryOptions({
    queryKey: ['locations'],
    queryFn: ({ signal }) => api.call(locationEndpoints.list, {}, { signal }).then(({ locations }) => locations),
    staleTime: staleMs,
  })
}

/** The laboratories of rows, by name. */
export function locationsOfRows(rows: readonly WorklistRow[]): LocationOption[] {
  const named = rows.flatMap(({ location, locationId }) => (location && locationId ? [[locationId, location] as const] : []))
  const options = [...new Map(named)].map(([value, label]) => ({ value, label, code: '' }))
  return options.sort((a, b) => a.label.localeCompare(b.label))
}

/** The laboratories to choose from: administrators alone see more than their own. Without an answer, those of the loaded rows. */
export function useLocations(role: Role, rows: readonly WorklistRow[]) {
  const hasChoice = role === 'admin'
  const { data, isError } = useQuery({ ...locationsOptions(), enabled: hasChoice })
  const locations: readonly LocationOption[] | undefined = hasChoice
    ? (data ?? (isError ? locationsOfRows(rows) : []))
    : undefined
  return {
    locations,
    locationLabel: (id: string) => locations?.find(({ value }) => value === id)?.label ?? 'Chosen location',
  }
}
