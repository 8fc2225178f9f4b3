import type { LocationOption } from '@readroom/contracts/locations'
import type { Role } from '@readroom/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { locationsOptions } from './locations.queries.ts'

/** The laboratories to choose from: administrators alone see more than their own. */
export function useLocations(role: Role) {
  const hasChoice = role === 'admin'
  const { data = [] } = useQuery({ ...locationsOptions(), enabled: hasChoice })
  const locations: readonly LocationOption[] | undefined = hasChoice ? data : undefined
  return {
    locations,
    locationLabel: (id: string) => locations?.find(({ value }) => value === id)?.label ?? 'Chosen location',
  }
}
