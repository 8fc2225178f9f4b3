import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api/api.ts'
import { useUser } from '../../../../lib/session/session.ts'

/** The most emergencies to load. Nobody has more of them unread. */
const mostEmergencies = 20

/** Returns the query options for the reader's unread emergencies, by deadline. */
export const emergenciesOptions = () =>
  queryOptions({
    queryKey: ['reading', 'emergencies'],
    queryFn: async ({ signal }) => {
      const query = { emergency: 'true', sort: 'dueDate', limit: mostEmergencies } as const
      const { data } = await api.call(studyEndpoints.doctorAll, { query }, { signal, background: true })
      return data.filter((row) => isEmergency(row) && row.reportedDate === null)
    },
    gcTime: 0,
  })

/**
 * Returns the emergencies assigned to the reader since the reading room was opened, until each is opened or postponed. Earlier ones are at the top of
 * the list the reader came from.
 */
export function useArrivedEmergencies(studyId: string): { arrived: readonly WorklistRow[]; putOff: () => void } {
  const { role } = useUser()
  const { data } = useQuery({ ...emergenciesOptions(), enabled: role === 'doctor_account' })
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null)
  const isFirst = data !== undefined && known === null
  useEffect(() => {
    if (isFirst) setKnown(new Set(data.map(({ _id }) => _id)))
  }, [isFirst, data])
  useEffect(() => setKnown((before) => before && new Set([...before, studyId])), [studyId])
  const arrived = known === null ? [] : (data ?? []).filter(({ _id }) => !known.has(_id) && _id !== studyId)
  return { arrived, putOff: () => setKnown((before) => new Set([...(before ?? []), ...arrived.map(({ _id }) => _id)])) }
}
