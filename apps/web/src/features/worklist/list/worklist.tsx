import { can, type Role } from '@readroom/contracts/core/permissions'
import { unassigned } from '@readroom/contracts/studies/study-filters'
import type { ServerMessage } from '@readroom/contracts/worklist/live'
import { Keyboard } from 'lucide-react'
import { type ComponentType, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useIsDesktop } from '../../../lib/hooks/use-media-query.ts'
import { belongsTo } from '../../../lib/studies/study-pages.ts'
import { openAfter } from '../../reading/session/next-study.ts'
import { ColumnChooser } from '../columns/column-chooser.tsx'
import { HiddenOrder } from '../columns/hidden-order.tsx'
import { LocationNamesProvider, namesOfLocations } from '../columns/location-cell.tsx'
import { useColumns } from '../columns/use-columns.ts'
import { useDoctors, useLocations } from '../filters/filter-choices.ts'
import { filterWords, withoutAll } from '../filters/filter-words.ts'
import { ToolsRow } from '../filters/tools-row.tsx'
import { KeysDialog } from '../keys/keys-dialog.tsx'
import { useWorklistKeys } from '../keys/use-worklist-keys.ts'
import { useBusyList } from '../live/use-busy-list.ts'
import { useLiveWorklist } from '../live/use-live-worklist.ts'
import { useShowNew } from '../live/use-show-new.ts'
import { isCappedIn } from '../rows/counted.ts'
import { useWorklistRows } from '../rows/use-worklist-rows.ts'
import { type ChangeWorklistUrl, useWorklistUrl } from '../rows/use-worklist-url.ts'
import { useWorklistCounts } from '../rows/worklist.queries.ts'
import { AddMenu } from './add-menu.tsx'
import { LimitedSearch } from './limited-search.tsx'
import { ListBar } from './list-bar.tsx'
import { SelectionProvider, useSelection } from './selection.tsx'
import { StatusLegend } from './status-legend.tsx'
import { RowMenu } from './study-menu.tsx'
import { WorklistList, type WorklistListProps } from './table/worklist-list.tsx'
import { type ListView, useListView } from './use-list-view.ts'
import { isLimitedSearch, useOtherDates } from './use-other-dates.ts'
import { useWidth } from './use-width.ts'
import { WorklistFooter } from './worklist-footer.tsx'
import { countOf, NewStudies, NewStudyLog, WorklistHeader } from './worklist-header.tsx'
import { worklistRoles } from './worklist-roles.ts'
import { totalOf, WorklistStatistics } from './worklist-statistics.tsx'

/** The worklist's handlers of the live connection. */
export type WorklistLive = { onMessage: (message: ServerMessage) => void; onReconnected: () => void }

/** The place of the saved lists: beside the worklist, in its header, or above it on narrow screens. */
export type ListsProps = ListView & { place: 'side' | 'head' | 'top' }

type Props = { role: Role; Live: (handlers: WorklistLive) => null; Lists: ComponentType<ListsProps> }

function Keys(props: Parameters<typeof useWorklistKeys>[0]) {
  useWorklistKeys(props)
  return null
}

/** Scrolls to the top when the list changes. Clears the selection unless only the page size or the order changed. */
function useListChange(change: ChangeWorklistUrl, clearSelection: () => void, scrollRef: RefObject<HTMLDivElement | null>) {
  return useCallback<ChangeWorklistUrl>(
    (changes, options) => {
      if (Object.keys(changes).some((name) => name !== 'limit' && name !== 'sort')) clearSelection()
      scrollRef.current?.scrollTo({ top: 0 })
      change(changes, options)
    },
    [change, clearSelection, scrollRef],
  )
}

/** Shows the worklist of a role. `Live` is the live connection, mounted with the list's handlers. `Lists` shows the saved lists. */
export function Worklist({ role, Live, Lists }: Props) {
  const config = worklistRoles[role]
  const { url, query, change: changeUrl } = useWorklistUrl(config)
  const scrollRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const live = useLiveWorklist({ role, query, isBusy: useBusyList(scrollRef) })
  const list = useWorklistRows(role, query, live)
  const { counts, summary } = useWorklistCounts(role, query.filters)
  const { locations, locationLabel } = useLocations(role, list.rows)
  const { doctorName } = useDoctors(url.assignedTo.some((id) => id !== unassigned))
  const selection = useSelection(list.rows)
  const width = useWidth(scrollRef)
  const locationNames = useMemo(() => namesOfLocations(list.rows), [list.rows])
  const change = useListChange(changeUrl, selection.clear, scrollRef)
  const columns = useColumns({
    assigns: config.assigns,
    role,
    sort: url.sort,
    width,
    named: url.columns,
    onName: (shown) => changeUrl({ columns: shown }, { replace: true }),
  })
  const openNth = useRef<((place: number) => void) | null>(null)
  const lists = useListView({ role: config, url, columns: columns.names, change, openNth })
  const isEmpty = !list.isPending && !list.isStale && !list.error && list.rows.length === 0
  // A row that the user has just moved to another tab stays in sight for a while, and no longer counts.
  const moved = list.rows.filter((row) => !belongsTo(url.tab, row, role)).length
  const shown = list.rows.length - moved
  const total = Math.max(counts ? countOf(counts, url.tab) : list.total, shown)
  const isCapped = counts ? isCappedIn(url.tab, counts) : list.isCapped
  const isKnown = !list.isPending && !list.isStale && !list.error && counts !== undefined
  const otherDates = useOtherDates(role, { url, query, found: isKnown ? total : null, change })
  const [activeId, setActiveId] = useState<string | null>(null)
  const [menuId, setMenuId] = useState<string | null>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const openKeys = useCallback(() => setShowsKeys(true), [])
  const desktop = useIsDesktop()

  const showNew = useShowNew({ ...live, rows: list.rows, onActivate: setActiveId })
  const news = <NewStudies count={live.waiting.size} onShow={showNew} />
  const tools = (
    <>
      {can(role, 'user.manage') && <AddMenu />}
      <StatusLegend />
    </>
  )
  const names = { location: locationLabel, doctor: doctorName }
  const filters = filterWords(url, names)
  const dates = filters.find(({ without }) => 'date' in without)
  const listProps: WorklistListProps = {
    ...list,
    total,
    limit: url.limit,
    retry: live.refreshAll,
    config,
    columns: columns.shown,
    width,
    onResize: columns.resize,
    onMove: columns.move,
    desktop,
    scrollRef,
    activeId,
    onActivate: setActiveId,
    sort: { sort: url.sort, onSort: (sort) => change({ sort }) },
    empty: {
      tab: url.tab,
      counts,
      everything: summary ? totalOf(summary) : 0,
      filters,
      hint: config.emptyHint,
      otherDates,
      onTab: (tab) => change({ tab }),
      onClear: (some) => change(withoutAll(some)),
    },
  }

  const header = (
    <WorklistHeader
      lists={desktop && <Lists place="head" {...lists} />}
      tab={url.tab}
      onTab={(tab) => change({ tab })}
      counts={counts}
      secondsLeft={live.secondsLeft}
      news={desktop && news}
      tools={
        desktop && (
          <>
            <IconButton label="Keys" onClick={openKeys}>
              <Keyboard size={15} />
            </IconButton>
            {tools}
            <HiddenOrder {...listProps.sort} visibility={columns.shown.visibility} />
            <ColumnChooser columns={columns} />
          </>
        )
      }
    />
  )

  return (
    <SelectionProvider value={selection}>
      <Live onMessage={live.onMessage} onReconnected={live.onReconnected} />
      <Keys
        rows={list.rows}
        activeId={activeId}
        onActivate={setActiveId}
        onMenu={(row) => setMenuId(row._id)}
        onShowKeys={openKeys}
        onOpenList={(place) => openNth.current?.(place)}
        searchRef={searchRef}
        onMore={list.loadMore}
      />
      <div className="flex min-h-0 flex-1">
        {desktop && <Lists place="side" {...lists} />}
        <main data-worklist className="@container/list flex min-h-0 min-w-0 flex-1 flex-col">
          <h1 className="sr-only">Worklist</h1>
          <NewStudyLog notices={live.notices} />
          {!desktop && <Lists place="top" {...lists} />}
          {desktop ? (
            header
          ) : (
            <WorklistStatistics role={role} summary={summary}>
              {header}
            </WorklistStatistics>
          )}
          <ToolsRow
            url={url}
            change={change}
            presets={config.datePresets}
            searchRef={searchRef}
            locations={locations}
            names={names}
            assigns={config.assigns}
          />
          {dates && isLimitedSearch(url) && !isEmpty && (
            <LimitedSearch dates={dates} otherDates={otherDates} onSearchAll={() => change({ date: 'all' })} />
          )}
          {!desktop && news}
          {!desktop && (
            <ListBar shown={shown} total={total} isCapped={isCapped}>
              {tools}
            </ListBar>
          )}
          <LocationNamesProvider value={locationNames}>
            <WorklistList {...listProps} />
          </LocationNamesProvider>
          <WorklistFooter
            nextToRead={list.rows.find(({ _id }) => _id === openAfter(list.rows, '')[0]) ?? null}
            shown={shown}
            moved={moved}
            total={total}
            isCapped={isCapped}
            everything={listProps.empty.everything}
            query={query}
            limit={url.limit}
            onLimit={(limit) => change({ limit })}
            onShowKeys={openKeys}
          />
        </main>
      </div>
      <RowMenu row={list.rows.find(({ _id }) => _id === menuId) ?? null} onClose={() => setMenuId(null)} />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </SelectionProvider>
  )
}
