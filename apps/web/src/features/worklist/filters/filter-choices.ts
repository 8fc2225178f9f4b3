import { type Doctor, doctorEndpoints } from '@readroom/contracts/doctors'
import { type LocationOption, locationEndpoints } from '@readroom/contracts/locations'
import type { Role } from '@readroom/contracts/permissions'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies'
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

/** Every doctor, by name, also those who are not active any more: they may have studies still. Asked for where somebody needs it. */
export function useDoctors(enabled: boolean) {
  const { data, isError } = useQuery({
    queryKey: ['doctors', 'named'],
    queryFn: ({ signal }) => api.call(doctorEndpoints.list, { query: {} }, { signal }).then(({ doctors }) => doctors),
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

/** The modalities that the caller's studies have; none until the answer is there. */
export function useModalities(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['modalities'],
    queryFn: ({ signal }) => api.call(studyEndpoints.modalities, {}, { signal }).then(({ modalities }) => modalities),
    staleTime: staleMs,
  })
  return data ?? []
}
