import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSessionCount, useUser } from '../../../lib/session/session.ts'
import type { Opening } from '../requests/reading.queries.ts'
import { openWindows } from '../requests/window-id.ts'
import { openLocalCopy } from './local-copy.ts'
import type { Beginning } from './machine/beginning.ts'
import type { DraftState, HoldState } from './machine/state.ts'
import type { ReadingStore } from './reading-store.ts'
import type { DraftSession, Edge } from './run.ts'

type Options = Pick<Edge, 'onReplaced' | 'onRefused' | 'onSigned' | 'settle'> & {
  store: ReadingStore
  opening: Opening
  beginning: Beginning
}

const holdOf = ({ hold }: Opening): HoldState =>
  hold && !hold.isThisWindow ? { is: 'other', name: hold.userName, isOwn: hold.isOwn, since: hold.since } : { is: 'free' }

/** Saves when the page is hidden or closed, and when its writer has signed in again. */
function useLeaving(session: DraftSession | null) {
  const sessionCount = useSessionCount()
  useEffect(() => {
    void session?.saveNow()
  }, [session, sessionCount])
  useEffect(() => {
    if (!session) return
    const hide = () => document.visibilityState === 'hidden' && void session.saveNow()
    const online = () => void session.saveNow()
    const leave = () => session.dispatch({ is: 'left' })
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', online)
    }
  }, [session])
}

const never = () => () => undefined

/** Keeps the session of the report being written in this window while the page is shown. Takes the hold at once if nobody else writes. */
export function useDraft({ store, opening, beginning, ...edge }: Options) {
  const { _id: userId } = useUser()
  const [session, setSession] = useState<DraftSession | null>(null)
  const replaced = useEffectEvent(edge.onReplaced)
  const refused = useEffectEvent(edge.onRefused)
  const signed = useEffectEvent(edge.onSigned)
  const settle = useEffectEvent(edge.settle)
  const begin = useEffectEvent(() => {
    const { study, localKey } = opening
    const { calls, windowId } = store
    const copy = openLocalCopy({ userId, studyId: study._id, windowId, localKey, openWindows })
    return store.begin(
      { ...beginning, hold: holdOf(opening) },
      {
        calls,
        copy,
        onReplaced: (document) => replaced(document),
        annotations: store.annotations,
        onRefused: (part, error) => refused(part, error),
        onSigned: (by, isKept) => signed(by, isKept),
        settle: (request) => settle(request),
      },
    )
  })
  useEffect(() => {
    const made = begin()
    setSession(made)
    // Checked first, so that the choice between two texts never appears while somebody types.
    void made.findCopy().then(() => (made.state().hold.is === 'free' ? made.take(false) : undefined))
    return () => void made.stop()
  }, [store])
  useLeaving(session)

  useEffect(() => session?.dispatch({ is: 'told', opening }), [session, opening])

  const state: DraftState | null = useSyncExternalStore(session?.subscribe ?? never, () => session?.state() ?? null)
  return { session, state }
}
