import { authEndpoints } from '@readroom/contracts/access/auth'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/ui/button.tsx'
import { Dialog } from '../components/ui/dialog.tsx'
import { api } from '../lib/api/api.ts'
import { formatCountdown } from '../lib/format.ts'
import { useNow } from '../lib/hooks/use-now.ts'
import { signOut } from '../lib/session/sign-out.ts'

type Times = { idleSeconds: number; lifeSeconds: number }

/** How long before its end a session warns. */
const warningSeconds = 120
/** How often an active warning checks whether another tab has kept the session alive. */
const lookAgainSeconds = 5
const longestPauseSeconds = 600

const secondsOf = ({ idleSeconds, lifeSeconds }: Times) => Math.min(idleSeconds, lifeSeconds)

/** Returns the time until the next check, shortly before a warning is due. */
function pauseAfter(times: Times | undefined): number {
  const ahead = times ? secondsOf(times) - warningSeconds : lookAgainSeconds
  return Math.min(Math.max(ahead, lookAgainSeconds), longestPauseSeconds) * 1000
}

const timesOptions = queryOptions({
  queryKey: ['session-times'],
  queryFn: ({ signal }) => api.call(authEndpoints.session, {}, { signal, background: true }),
  refetchInterval: ({ state }) => pauseAfter(state.data),
  refetchIntervalInBackground: true,
  staleTime: 0,
  retry: false,
})

type WarningProps = { times: Times; since: number; onStay: () => void }

function Warning({ times, since, onStay }: WarningProps) {
  const now = useNow(1000).getTime()
  const left = Math.max(0, Math.round(secondsOf(times) - (now - since) / 1000))
  const isIdle = times.idleSeconds < times.lifeSeconds
  const footer = (
    <>
      <Button className="max-lg:h-11" onClick={() => signOut()}>
        Sign Out
      </Button>
      <Button look="primary" className="max-lg:h-11" onClick={onStay}>
        {isIdle ? 'Stay signed in' : 'Continue working'}
      </Button>
    </>
  )
  return (
    <Dialog title="Your session ends in 2 minutes" footer={footer} onClose={onStay} width="max-w-104" nested unasked>
      <div className="grid gap-2 px-5 py-4 text-text-2">
        <p>
          {isIdle
            ? 'You have been inactive. Unless you stay signed in, all windows of this browser are signed out and unsaved work is lost.'
            : 'It reaches the maximum session length. Save your work and sign in again.'}
        </p>
        <p className="num text-lg text-text">{formatCountdown(left)}</p>
      </div>
    </Dialog>
  )
}

/** Warns that the session is about to end and offers to keep it if that is possible. Activity in any window counts, because windows share one session. */
export function SessionWarning() {
  const { data, dataUpdatedAt, refetch } = useQuery(timesOptions)
  const [knows, setKnows] = useState(false)
  if (!data || secondsOf(data) > warningSeconds || (knows && data.lifeSeconds <= data.idleSeconds)) return null
  const stay = async () => {
    setKnows(data.lifeSeconds <= data.idleSeconds)
    // A foreground call counts as activity and keeps the session alive.
    await api.call(authEndpoints.session, {}).catch(() => undefined)
    await refetch()
  }
  return <Warning times={data} since={dataUpdatedAt} onStay={() => void stay()} />
}
