import type { DealingMode, RefusalCause } from '@readroom/contracts/studies/automatic-assignment'
import { automaticAssignmentEndpoints as endpoints } from '@readroom/contracts/turnaround/automatic-assignment'
import { type ExpectedTime, readingTimeEndpoints } from '@readroom/contracts/turnaround/reading-times'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** Polling interval, in case a live event was missed. */
const lookAgainMs = 60_000

export const assignmentOptions = queryOptions({
  queryKey: ['assignment'],
  queryFn: ({ signal }) => api.call(endpoints.view, {}, { signal }),
  refetchInterval: lookAgainMs,
  refetchOnMount: 'always',
})

export const readingTimesOptions = queryOptions({
  queryKey: ['reading-times'],
  queryFn: ({ signal }) => api.call(readingTimeEndpoints.list, {}, { signal }),
})

export const setReadingTime = (body: Pick<ExpectedTime, 'modality' | 'bodyRegions'> & { minutes: number | null }) =>
  api.call(readingTimeEndpoints.set, { body })

export const refetchAssignment = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: assignmentOptions.queryKey }, { throwOnError: true })

export const dealtOptions = queryOptions({
  queryKey: ['assignment', 'dealt'],
  queryFn: ({ signal }) => api.call(endpoints.listDealt, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})

export const refetchDealt = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: dealtOptions.queryKey, type: 'active' })

type ModeChoice = { labId: string; mode: DealingMode; groupId: string | null; proposesMoves: boolean; version: number }

export const chooseMode = ({ labId, ...body }: ModeChoice) => api.call(endpoints.setMode, { params: { labId }, body })

export const confirmProposals = (proposals: { studyId: string; doctorId: string }[]) =>
  api.call(endpoints.confirm, { body: { proposals } })

export const releaseStudy = (studyId: string) => api.call(endpoints.release, { body: { studyId } })

export const confirmMoves = (moves: { studyId: string; from: string; to: string }[]) =>
  api.call(endpoints.move, { body: { moves } })

export const askNext = () => api.call(endpoints.next, { body: {} })

type GivenBack = { studyId: string; cause: RefusalCause; reason: string }

export const declineStudy = ({ studyId, ...body }: GivenBack) => api.call(endpoints.decline, { params: { studyId }, body })

export const passStudyOver = ({ studyId, ...body }: GivenBack) => api.call(endpoints.passOver, { params: { studyId }, body })
