import type { SessionInfo } from '@readroom/contracts/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { endOtherSessions, endSession, sessionsOptions } from './sessions.queries.ts'

/** Asks, ends one session or all others, and reads the list again whatever came of it. */
export function useEndSessions() {
  const client = useQueryClient()
  const [asking, setAsking] = useState<SessionInfo | 'others' | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (which: SessionInfo | 'others') => {
      if (which !== 'others') {
        await endSession(which)
        return 'The session has ended.'
      }
      const { ended } = await endOtherSessions()
      return `${plural(ended, 'session has', 'sessions have')} ended.`
    },
    onSuccess: (message) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, 'Failed to end the session')),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsOptions.queryKey }),
  })
  const confirm = () => {
    if (asking) mutate(asking)
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
        ? 'Every other device is signed out at once. What is not saved there is lost.'
        : `${asking.device} at ${asking.place} is signed out at once. What is not saved there is lost.`}
    </ConfirmDialog>
  )
  return { ask: setAsking, busy: isPending, confirmation }
}
