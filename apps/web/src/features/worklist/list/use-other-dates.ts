import type { Role } from '@readroom/contracts/core/permissions'
import { maxCounted } from '@readroom/contracts/studies/studies'
import type { DatePreset } from '@readroom/contracts/studies/study-filters'
import { useQuery } from '@tanstack/react-query'
import { countWords, isCappedIn } from '../rows/counted.ts'
import type { ChangeWorklistUrl } from '../rows/use-worklist-url.ts'
import { countsOptions } from '../rows/worklist.queries.ts'
import type { WorklistQuery, WorklistUrl } from '../rows/worklist-url.ts'
import { countOf } from './worklist-header.tsx'
import { tabLabels } from './worklist-roles.ts'

/** Matches of a search on other dates, in words, and the action that shows them. */
export type OtherDates = { words: string; onShow: () => void }

/** Returns true for a search that covers only some dates. */
export const isLimitedSearch = ({ search, date }: WorklistUrl) => search !== '' && date !== 'all'

/** Presets that end now. Studies outside them are older. */
const untilNow: readonly DatePreset[] = ['last24h', 'today', 'thisWeek', 'thisMonth']

type Options = {
  url: WorklistUrl
  query: WorklistQuery
  /** The number of studies found on the chosen dates. Null until it is known. */
  found: number | null
  change: ChangeWorklistUrl
}

/** Says how many more studies a tab has on all dates than were found on some. Null: none. */
function moreWords({ found, inTab, isCapped }: { found: number; inTab: number; isCapped: boolean }): string | null {
  if (inTab > found) return isCapped ? 'More' : `${countWords(inTab - found, false)} more`
  return isCapped && found > maxCounted ? 'Perhaps more' : null
}

/** Returns the matches of a search on other dates than the chosen ones. This takes one more request, without the dates. */
export function useOtherDates(role: Role, { url, query, found, change }: Options): OtherDates | null {
  const isCut = found !== null && isLimitedSearch(url)
  const filters = { ...query.filters, quickDatePreset: 'all', customDateFrom: '', customDateTo: '' } as const
  const { data, isPlaceholderData } = useQuery({ ...countsOptions(role, filters), enabled: isCut })
  if (!isCut || !data || isPlaceholderData || data.total === 0) return null
  const inTab = countOf(data, url.tab)
  if (found > 0) {
    const more = moreWords({ found, inTab, isCapped: isCappedIn(url.tab, data) })
    return more === null ? null : { words: `${more} on other dates`, onShow: () => change({ date: 'all' }) }
  }
  const where = inTab > 0 ? '' : ` outside of ${tabLabels[url.tab]}`
  const when = untilNow.includes(url.date) && url.dateType === 'UploadDate' ? 'older' : 'on other dates'
  return {
    words: `${countWords(inTab || data.total, isCappedIn(inTab > 0 ? url.tab : 'all', data))} ${when}${where}: search all dates`,
    onShow: () => change(inTab > 0 ? { date: 'all' } : { date: 'all', tab: 'all' }),
  }
}
