import { studyEndpoints } from '@readroom/contracts/studies'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

const staleMs = 5 * 60_000

/** The modalities that the caller's studies have; none until the answer is there. */
export function useModalities(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['modalities'],
    queryFn: ({ signal }) => api.call(studyEndpoints.modalities, {}, { signal }).then(({ modalities }) => modalities),
    staleTime: staleMs,
  })
  return data ?? []
}
