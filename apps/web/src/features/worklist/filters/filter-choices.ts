import type { Role } from '@readroom/contracts/core/permissions'
import type { Doctor } from '@readroom/contracts/people/doctors'
import type { LocationOption } from '@readroom/contracts/people/locations'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { everyDoctorOptions } from '../../../lib/lists/doctors.queries.ts'
import { locationsOptions } from '../../../lib/lists/locations.queries.ts'

const staleMs = 5 * 60_000

/** Returns the laboratories of the rows, by name. */
export function locationsOfRows(rows: readonly WorklistRow[]): LocationOption[] {
  const named = rows.flatMap(({ location, locationId }) => (location && locationId ? [[locationId, location] as const] : []))
  const options = [...new Map(named)].map(([value, label]) => ({ value, label, code: '' }))
  return options.sort((a, b) => a.label.localeCompare(b.label))
}

/** Returns the laboratories to choose from. Only administrators see more than their own. If they fail to load, returns those of the loaded rows. */
export function useLocations(role: Role, rows: readonly WorklistRow[]) {
  const hasChoice = role === 'admin'
  const { data, isError } = useQuery({ ...locationsOptions, enabled: hasChoice })
  const locations: readonly LocationOption[] | undefined = hasChoice
    ? (data ?? (isError ? locationsOfRows(rows) : []))
    : undefined
  return {
    locations,
    locationLabel: (id: string) => locations?.find(({ value }) => value === id)?.label ?? 'Chosen location',
  }
}

/** Returns all doctors by name, including inactive ones, who may still have studies. Loaded only if `enabled`. */
export function useDoctors(enabled: boolean) {
  const { data, isError } = useQuery({
    ...everyDoctorOptions,
    staleTime: staleMs,
    enabled,
  })
  const doctors: readonly Doctor[] | undefined = data
  return {
    doctors,
    isError,
    doctorName: (id: string) => doctors?.find(({ _id }) => _id === id)?.fullName ?? 'Chosen doctor',
  }
}

/** Returns the modalities of the user's studies. Empty until they are loaded. */
export function useModalities(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['modalities'],
    queryFn: ({ signal }) => api.call(studyEndpoints.modalities, {}, { signal }).then(({ modalities }) => modalities),
    staleTime: staleMs,
  })
  return data ?? []
}
