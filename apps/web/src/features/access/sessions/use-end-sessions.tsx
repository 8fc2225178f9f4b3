import type { SessionInfo } from '@readroom/contracts/access/sessions'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { endOtherSessions, endSession, sessionsOptions } from './sessions.queries.ts'

/** Asks, then ends one session or all others. Reloads the list even after a failure. */
export function useEndSessions() {
  const [asking, setAsking] = useState<SessionInfo | 'others' | null>(null)
  const { start, isBusy } = useChange({
    change: async (which: SessionInfo | 'others') => {
      if (which !== 'others') {
        await endSession(which)
        return 'The session has ended.'
      }
      const { ended } = await endOtherSessions()
      return `${plural(ended, 'session has', 'sessions have')} ended.`
    },
    done: (message) => message,
    failed: 'Failed to end the session',
    invalidates: [sessionsOptions.queryKey],
  })
  const confirm = () => {
    if (asking) start(asking)
    setAsking(null)
  }
  const confirmation: ReactNode = asking && (
    <ConfirmDialog
      title={asking === 'others' ? 'End all other sessions?' : 'End this session?'}
      action={asking === 'others' ? 'End all others' : 'End session'}
      destructive
      onConfirm={confirm}
      onCancel={() => setAsking(null)}
    >
      {asking === 'others'
        ? 'All other devices are signed out immediately. Unsaved work there is lost.'
        : `${asking.device} at ${asking.place} is signed out immediately. Unsaved work there is lost.`}
    </ConfirmDialog>
  )
  return { ask: setAsking, busy: isBusy, confirmation }
}
