import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useIsDesktop } from '../../../lib/hooks/use-media-query.ts'
import { SessionCards } from './session-cards.tsx'
import type { SessionListProps } from './session-facts.tsx'
import { SessionTable } from './session-table.tsx'
import { sessionsOptions } from './sessions.queries.ts'

const skeletonDelayMs = 150

function Skeleton() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label="Loading sessions">
      {shown &&
        [54, 38, 46].map((width) => (
          <div key={width} className="flex h-11 items-center border-t border-line">
            <span className="h-2 rounded-full bg-press" style={{ width: `${width}%` }} />
          </div>
        ))}
    </div>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-1 border-t border-line py-14 text-center">
      <h2 className="text-lg font-semibold">The sessions could not be loaded</h2>
      <p className="text-text-2">{reasonOf(error, 'The server did not answer.')}</p>
      <Button look="primary" className="mt-3 max-lg:h-11" onClick={onRetry}>
        <RotateCw size={14} aria-hidden /> Try again
      </Button>
    </div>
  )
}

export function SessionList({ onEnd }: Pick<SessionListProps, 'onEnd'>) {
  const { data, error, isPending, refetch } = useQuery(sessionsOptions)
  const desktop = useIsDesktop()
  if (isPending) return <Skeleton />
  if (!data) return <Failure error={error} onRetry={() => void refetch()} />
  const List = desktop ? SessionTable : SessionCards
  return <List sessions={data.sessions} onEnd={onEnd} />
}
