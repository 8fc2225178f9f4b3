import { authEndpoints } from '@readroom/contracts/auth'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../components/ui/button.tsx'
import { Dialog } from '../components/ui/dialog.tsx'
import { api } from '../lib/api/api.ts'
import { formatCountdown } from '../lib/format.ts'
import { useNow } from '../lib/hooks/use-now.ts'
import { signOut } from '../lib/session/sign-out.ts'

type Times = { idleSeconds: number; lifeSeconds: number }

/** So long before its end a session says that it ends. */
const warningSeconds = 120
/** While it warns it looks so often whether another tab has gone on. */
const lookAgainSeconds = 5
const longestPauseSeconds = 600

const secondsOf = ({ idleSeconds, lifeSeconds }: Times) => Math.min(idleSeconds, lifeSeconds)

/** When to ask next: a moment before there is something to say. */
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
        {isIdle ? 'Stay signed in' : 'Go on until then'}
      </Button>
    </>
  )
  return (
    <Dialog title="Your session ends in 2 minutes" footer={footer} onClose={onStay} width="max-w-104" nested unasked>
      <div className="grid gap-2 px-5 py-4 text-text-2">
        <p>
          {isIdle
            ? 'Nothing was done for a long time. Without you it ends, in all windows of this browser, and what is not saved is lost.'
            : 'It reaches its longest time. Save what you are doing, and sign in again.'}
        </p>
        <p className="num text-lg text-text">{formatCountdown(left)}</p>
      </div>
    </Dialog>
  )
}

/** Says that the session is about to end, and keeps it where that is possible. Windows share one session: what is done in another one counts. */
export function SessionWarning() {
  const { data, dataUpdatedAt, refetch } = useQuery(timesOptions)
  const [knows, setKnows] = useState(false)
  if (!data || secondsOf(data) > warningSeconds || (knows && data.lifeSeconds <= data.idleSeconds)) return null
  const stay = async () => {
    setKnows(data.lifeSeconds <= data.idleSeconds)
    // Asked for by the user, which is what keeps a session awake.
    await api.call(authEndpoints.session, {}).catch(() => undefined)
    await refetch()
  }
  return <Warning times={data} since={dataUpdatedAt} onStay={() => void stay()} />
}
