import { assignmentDecisionEndpoints as endpoints } from '@readroom/contracts/turnaround/assignment-decisions'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** The decisions to list: of a doctor, of a laboratory, since a day. Empty: all. */
export type DecisionChoice = { doctor: string; lab: string; from: string }

const queryOf = (choice: DecisionChoice) => Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== ''))

export const decisionsOptions = (choice: DecisionChoice) =>
  infiniteQueryOptions({
    queryKey: ['assignment', 'decisions', choice],
    queryFn: ({ signal, pageParam }) =>
      api.call(endpoints.list, { query: { ...queryOf(choice), ...(pageParam !== null && { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

export const exportDecisions = (choice: DecisionChoice) => api.download(endpoints.export, { query: queryOf(choice) })
