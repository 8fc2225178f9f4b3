import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type BlockerFunction, type Location, useBlocker } from 'react-router-dom'
import { sessionStore } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** The parameters of an address that identify the open dialog. */
const subjects = ['dialog', 'study', 'lab', 'doctor', 'user']

function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(search)
  return JSON.stringify([pathname, ...subjects.map((name) => params.get(name))])
}

/** Lets the browser ask before the tab is closed or reloaded. */
function useUnloadWarning(isFilled: boolean) {
  useEffect(() => {
    if (!isFilled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isFilled])
}

/** All forms on screen. The router asks only the one that came last, which therefore answers for all of them. */
const forms = new Set<() => boolean>()

type Options = {
  /** True if leaving would lose something. */
  isFilled: boolean
  leave: () => void
  /** Drops the entries. */
  discard?: () => void
  /** The entries are kept and restored when the user comes back with the browser's own buttons. */
  isKept?: boolean
  /** Text that says what would be lost, if it is not the entries of a form. */
  children?: ReactNode
}

/** Asks before unsaved changes are left by a button, Esc, a click beside the dialog, a link, Back, or closing the tab. */
export function useLeaveQuestion({ isFilled, leave, discard, isKept = false, children }: Options) {
  const [asks, setAsks] = useState(false)
  const mayLeave = useRef(false)
  useUnloadWarning(isFilled)
  const losesEntries = useEffectEvent(() => isFilled && !isKept && !mayLeave.current)
  useEffect(() => {
    const form = () => losesEntries()
    forms.add(form)
    return () => void forms.delete(form)
  }, [])
  const shouldBlock: BlockerFunction = ({ currentLocation, nextLocation }) =>
    sessionStore.peek() !== null &&
    placeOf(currentLocation) !== placeOf(nextLocation) &&
    [...forms].some((losesIts) => losesIts())
  const blocker = useBlocker(shouldBlock)

  /** Leaves without asking, because the changes were saved or given up. */
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
