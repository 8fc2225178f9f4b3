import type { Role } from '@readroom/contracts/permissions'
import type { DatePreset } from '@readroom/contracts/study-filters'
import { useQuery } from '@tanstack/react-query'
import { countWords } from './counted.ts'
import type { ChangeWorklistUrl } from './use-worklist-url.ts'
import { countsOptions } from './worklist.queries.ts'
import { tabLabels } from './worklist-roles.ts'
import type { WorklistQuery, WorklistUrl } from './worklist-url.ts'

/** What a search finds on other dates, in words, and the way there. */
export type OtherDates = { words: string; onShow: () => void }

/** Those that end now: whatever is not in them is older. */
const untilNow: readonly DatePreset[] = ['last24h', 'today', 'thisWeek', 'thisMonth']

type Options = { url: WorklistUrl; query: WorklistQuery; isEmpty: boolean; change: ChangeWorklistUrl }

/** Where a search found nothing on the dates that are asked for, one more question says whether there is something on others. */
export function useOtherDates(role: Role, { url, query, isEmpty, change }: Options): OtherDates | null {
  const isCut = isEmpty && url.search !== '' && url.date !== 'all'
  const filters = { ...query.filters, quickDatePreset: 'all', customDateFrom: '', customDateTo: '' } as const
  const { data, isPlaceholderData } = useQuery({ ...countsOptions(role, filters), enabled: isCut })
  if (!isCut || !data || isPlaceholderData || data.total === 0) return null
  const inTab = url.tab === 'all' ? data.total : data[url.tab]
  const where = inTab > 0 ? '' : ` outside of ${tabLabels[url.tab]}`
  const when = untilNow.includes(url.date) && url.dateType === 'UploadDate' ? 'older' : 'on other dates'
  return {
    words: `${countWords(inTab || data.total, data.isCapped)} ${when}${where}: search all dates`,
    onShow: () => change(inTab > 0 ? { date: 'all' } : { date: 'all', tab: 'all' }),
  }
}
