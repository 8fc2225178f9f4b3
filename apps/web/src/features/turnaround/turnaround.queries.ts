import { type TurnaroundDoctor, turnaroundEndpoints } from '@readroom/contracts/turnaround/turnaround-report'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { asksForReport, filtersOf, type TurnaroundUrl } from './turnaround-url.ts'

const staleMs = 5 * 60_000

/** Returns the query options for the doctors, each with their number of reports among the studies that match the other filters. */
export function doctorsOptions(url: TurnaroundUrl) {
  const { selectedDoctor: _chosen, ...query } = filtersOf(url)
  return queryOptions({
    queryKey: ['tat', 'doctors', query],
    queryFn: async ({ signal }): Promise<TurnaroundDoctor[]> =>
      (await api.call(turnaroundEndpoints.doctors, { query }, { signal })).doctors,
    placeholderData: keepPreviousData,
  })
}

export function reportOptions(url: TurnaroundUrl) {
  const { page, limit, sort } = url
  const query = { ...filtersOf(url), page, limit, ...(sort && { sort }) }
  return queryOptions({
    queryKey: ['tat', 'report', query],
    queryFn: ({ signal }) => api.call(turnaroundEndpoints.report, { query }, { signal }),
    enabled: asksForReport(url),
    placeholderData: keepPreviousData,
    // Figures are as of the time shown below them, so they are not reloaded often.
    staleTime: staleMs,
  })
}

/** Returns the query options for the data of the charts, for the same studies as the report. Loaded only if the charts are shown. */
export function summaryOptions(url: TurnaroundUrl) {
  const query = filtersOf(url)
  return queryOptions({
    queryKey: ['tat', 'summary', query],
    queryFn: ({ signal }) => api.call(turnaroundEndpoints.summary, { query }, { signal }),
    enabled: asksForReport(url) && url.view === 'chart',
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  })
}
