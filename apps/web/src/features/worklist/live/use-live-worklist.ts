import type { Role } from '@readroom/contracts/core/permissions'
import type { ServerMessage } from '@readroom/contracts/worklist/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createCoalescer } from '../../../lib/coalesce.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { fetchStudy } from '../../../lib/studies/study-queries.ts'
import { fetchCounts, fetchNewest, fetchPage } from '../rows/worklist.queries.ts'
import { createWorklistSync, type StudyChange } from '../rows/worklist-sync.ts'
import type { WorklistQuery } from '../rows/worklist-url.ts'
import { createNewStudyNotices, type Notice } from './new-study-notices.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'

const pruneEveryMs = 2000
const background = { background: true } as const

/** Returns the change to a study in a message, or null. */
function changeOf(message: ServerMessage): StudyChange | null {
  if (!('studyId' in message)) return null
  return message.type === 'study_status_change'
    ? { studyId: message.studyId, status: message.newStatus }
    : { studyId: message.studyId }
}

type Options = { role: Role; query: WorklistQuery; isBusy: () => boolean }

const nothing: ReadonlySet<string> = new Set()
const shownNotices = 20

/** Collects the studies that arrived since the page was opened, each once. */
function useNewStudyNotices(role: Role) {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const source = useMemo(
    () =>
      createNewStudyNotices(
        () => fetchNewest(role, background).then(({ data }) => data),
        (notice) => setNotices((before) => [...before.slice(1 - shownNotices), notice]),
      ),
    [role],
  )
  return { notices, ...source }
}

/** Keeps the list up to date: with live messages, after a reconnect, and every 5 minutes. */
export function useLiveWorklist({ role, query, isBusy }: Options) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState({ query, ids: nothing })
  const busy = useRef(isBusy)
  busy.current = isBusy

  const sync = useMemo(
    () =>
      createWorklistSync({
        client,
        role,
        query,
        keys: { list: studyKeys.list(role, query), counts: studyKeys.countsOf(role, query.filters) },
        source: {
          page: (limit, cursor) => fetchPage(role, { ...query, limit }, cursor, background),
          counts: () => fetchCounts(role, query.filters, background),
          study: (studyId) => fetchStudy(studyId, background),
        },
        isBusy: () => busy.current(),
        onWaiting: (ids) => setWaiting({ query, ids }),
      }),
    [client, role, query],
  )
  useEffect(() => {
    const timer = setInterval(sync.prune, pruneEveryMs)
    return () => clearInterval(timer)
  }, [sync])

  const apply = useEffectEvent((batch: StudyChange[]) => sync.apply(batch))
  const coalescer = useRef<ReturnType<typeof createCoalescer<StudyChange>> | null>(null)
  useEffect(() => {
    const created = createCoalescer((batch: StudyChange[]) => apply(batch), { delayMs: 150, intervalMs: 1000 })
    coalescer.current = created
    return () => created.stop()
  }, [])

  // After an outage the list is simply not updated. The next reconnect or countdown tries again.
  const refreshAll = () => void sync.refreshAll().catch(() => undefined)
  const { notices, isNews, catchUp } = useNewStudyNotices(role)
  return {
    notices,
    /** New studies of this query that are hidden until the user asks for them. */
    waiting: waiting.query === query ? waiting.ids : nothing,
    showWaiting: sync.show,
    onMessage(message: ServerMessage) {
      const change = isNews(message) ? changeOf(message) : null
      if (!change) return
      void client.invalidateQueries({ queryKey: studyKeys.one(change.studyId) })
      void client.invalidateQueries({ queryKey: studyKeys.reportsOf(change.studyId) })
      void client.invalidateQueries({ queryKey: studyKeys.critical })
      coalescer.current?.push(change)
    },
    onReconnected() {
      for (const queryKey of [studyKeys.ones, studyKeys.reports, studyKeys.critical]) void client.invalidateQueries({ queryKey })
      void catchUp().catch(() => undefined)
      refreshAll()
    },
    refreshAll,
    loadMore: sync.loadMore,
    secondsLeft: useAutoRefresh(refreshAll),
  }
}
