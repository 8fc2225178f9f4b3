import { locationEndpoints } from '@readroom/contracts/locations'
import { type TatDoctor, type TatSummary, tatEndpoints } from '@readroom/contracts/tat'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { asksForReport, filtersOf, type TatUrl } from './tat-url.ts'

const staleMs = 5 * 60_000

export const locationsOptions = queryOptions({
  queryKey: ['locations'],
  queryFn: ({ signal }) => api.call(locationEndpoints.list, {}, { signal }).then(({ locations }) => locations),
  staleTime: staleMs,
})

/** With how many of the studies that match otherwise each reported. */
export function doctorsOptions(url: TatUrl) {
  const { selectedDoctor: _chosen, ...query } = filtersOf(url)
  return queryOptions({
    queryKey: ['tat', 'doctors', query],
    queryFn: async ({ signal }): Promise<TatDoctor[]> => (await api.call(tatEndpoints.doctors, { query }, { signal })).doctors,
    placeholderData: keepPreviousData,
  })
}

export function reportOptions(url: TatUrl) {
  const { page, limit, sort } = url
  const query = { ...filtersOf(url), page, limit, ...(sort && { sort }) }
  return queryOptions({
    queryKey: ['tat', 'report', query],
    queryFn: ({ signal }) => api.call(tatEndpoints.report, { query }, { signal }),
    enabled: asksForReport(url),
    placeholderData: keepPreviousData,
    // A page of figures is as of the time that stands under it.
    staleTime: staleMs,
  })
}

/** What the charts show: of the same studies as the report, where they are shown. */
export function summaryOptions(url: TatUrl) {
  const query = filtersOf(url)
  return queryOptions({
    queryKey: ['tat', 'summary', query],
    queryFn: async ({ signal }): Promise<TatSummary> => (await api.call(tatEndpoints.summary, { query }, { signal })).summary,
    enabled: asksForReport(url) && url.view === 'chart',
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  })
}
