import type { LocationOption } from '@readroom/contracts/locations'
import type { Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQuery } from '@tanstack/react-query'
import { locationsOptions } from './locations.queries.ts'

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
