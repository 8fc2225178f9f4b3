import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type BlockerFunction, type Location, useBlocker } from 'react-router'
import { sessionStore } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** What of an address says which page or dialog is open. */
const subjects = ['dialog', 'study', 'lab', 'doctor', 'user']

function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(search)
  return JSON.stringify([pathname, ...subjects.map((name) => params.get(name))])
}

/** The browser asks before the tab is closed or loaded anew. */
function useUnloadWarning(isFilled: boolean) {
  useEffect(() => {
    if (!isFilled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isFilled])
}

type Options = {
  /** Something would be lost by leaving. */
  isFilled: boolean
  leave: () => void
  /** Forgets what was entered. */
  discard?: () => void
  /** What was entered is kept, and is there again when one comes back by the browser's own means. */
  isKept?: boolean
  /** What would be lost, where it is not what was entered in a form. */
  children?: ReactNode
}

/** Asks before unsaved changes are left: by a button, Esc, a click beside the dialog, a link, Back, or with the tab. */
export function useLeaveQuestion({ isFilled, leave, discard, isKept = false, children }: Options) {
  const [asks, setAsks] = useState(false)
  const mayLeave = useRef(false)
  useUnloadWarning(isFilled)
  const shouldBlock: BlockerFunction = ({ currentLocation, nextLocation }) =>
    isFilled && !isKept && !mayLeave.current && sessionStore.peek() !== null && placeOf(currentLocation) !== placeOf(nextLocation)
  const blocker = useBlocker(shouldBlock)

  /** Without asking: it is saved, or given up. */
  function leaveNow() {
    mayLeave.current = true
    leave()
  }
  function stay() {
    setAsks(false)
    blocker.reset?.()
  }
  function confirm() {
    discard?.()
    if (blocker.proceed) blocker.proceed()
    else leaveNow()
  }
  const question = (asks || blocker.state === 'blocked') && (
    <ConfirmDialog
      title="Discard changes?"
      action="Discard changes"
      cancel="Continue editing"
      destructive
      onCancel={stay}
      onConfirm={confirm}
    >
      {children ?? "Any information you've entered will be lost. Are you sure you want to exit?"}
    </ConfirmDialog>
  )
  return { question, leaveNow, tryToLeave: () => (isFilled ? setAsks(true) : leaveNow()) }
}
