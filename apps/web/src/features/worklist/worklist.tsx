import type { ServerMessage } from '@readroom/contracts/live'
import type { Role } from '@readroom/contracts/permissions'
import type { Tab } from '@readroom/contracts/study-workflow'
import { useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { useIsDesktop } from '../../lib/use-media-query.ts'
import { useColumnChoice } from './column-choice.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { worklistColumns } from './columns.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { useRowActions } from './row-actions.tsx'
import { SelectionProvider, useSelection } from './selection.tsx'
import { StatusLegend } from './status-legend.tsx'
import { useBusyList } from './use-busy-list.ts'
import { useLiveWorklist } from './use-live-worklist.ts'
import { useWorklistKeys } from './use-worklist-keys.ts'
import { useWorklistRows } from './use-worklist-rows.ts'
import { useWorklistUrl } from './use-worklist-url.ts'
import { countsOptions } from './worklist.queries.ts'
import { WorklistFooter } from './worklist-footer.tsx'
import { NewStudies, WorklistHeader } from './worklist-header.tsx'
import { WorklistList, type WorklistListProps } from './worklist-list.tsx'
import { worklistRoles } from './worklist-roles.ts'

/** What the live connection tells the worklist. */
export type WorklistLive = { onMessage: (message: ServerMessage) => void; onReconnected: () => void }

type Props = { role: Role; Live: (handlers: WorklistLive) => null }

function Keys(props: Parameters<typeof useWorklistKeys>[0]) {
  useWorklistKeys(props)
  return null
}

/** The worklist of a role. `Live` is the live connection, mounted with the list's handlers. */
export function Worklist({ role, Live }: Props) {
  const config = worklistRoles[role]
  const { url, query, change } = useWorklistUrl(config)
  const scrollRef = useRef<HTMLDivElement>(null)
  const live = useLiveWorklist({ role, query, isBusy: useBusyList(scrollRef) })
  const list = useWorklistRows(role, query, live.waiting)
  const counts = useQuery(countsOptions(role, query.filters)).data
  const selection = useSelection(list.rows)
  const columns = useColumnChoice()
  const { assign } = useRowActions()
  const [activeId, setActiveId] = useState<string | null>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const openKeys = useCallback(() => setShowsKeys(true), [])
  const desktop = useIsDesktop()

  const available = worklistColumns.map(({ id }) => id).filter((id) => id !== 'assignDoctor' || assign)
  const visibility = Object.fromEntries(
    worklistColumns.map(({ id }) => [id, available.includes(id) && (columns.choice[id] ?? true)]),
  )
  const chooseTab = (tab: Tab) => {
    selection.clear()
    change({ tab })
    scrollRef.current?.scrollTo({ top: 0 })
  }
  const showWaiting = () => {
    live.showWaiting()
    scrollRef.current?.scrollTo({ top: 0 })
  }
  const news = <NewStudies count={live.waiting.size} onShow={showWaiting} />
  const listProps: WorklistListProps = {
    ...list,
    config,
    tab: url.tab,
    visibility,
    desktop,
    scrollRef,
    activeId,
    onActivate: setActiveId,
    allTotal: counts?.total,
    onShowAll: () => chooseTab('all'),
  }

  return (
    <SelectionProvider value={selection}>
      <Live onMessage={live.onMessage} onReconnected={live.refreshAll} />
      <Keys rows={list.rows} activeId={activeId} onActivate={setActiveId} onShowKeys={openKeys} />
      <main className="flex min-h-0 flex-1 flex-col">
        <h1 className="sr-only">Worklist</h1>
        <WorklistHeader
          tab={url.tab}
          onTab={chooseTab}
          counts={counts}
          secondsLeft={live.secondsLeft}
          news={desktop ? news : null}
          tools={
            <>
              <IconButton label="Keys" onClick={openKeys}>
                <Keyboard size={15} />
              </IconButton>
              <StatusLegend />
              <ColumnChooser available={available} choice={columns.choice} onChange={columns.setColumn} onReset={columns.reset} />
            </>
          }
        />
        {!desktop && news}
        <WorklistList {...listProps} />
        <WorklistFooter
          shown={list.rows.length}
          total={list.total}
          limit={url.limit}
          onLimit={(limit) => change({ limit })}
          onShowKeys={openKeys}
        />
      </main>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </SelectionProvider>
  )
}
