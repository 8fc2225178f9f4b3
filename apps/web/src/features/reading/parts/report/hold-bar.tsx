import { Lock } from 'lucide-react'
import { Button } from '../../../../components/ui/button.tsx'
import { formatInstant } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session/session.ts'
import type { HoldState } from '../../session/machine/state.ts'

function wordsOf(hold: Exclude<HoldState, { is: 'mine' }>, userName: string): string {
  if (hold.is === 'free') return 'Nobody is writing this report.'
  if (hold.is === 'gone') return hold.why
  if (hold.is === 'lost' && hold.name === userName) return 'You have taken over this report in another window.'
  if (hold.is === 'lost') return `${hold.name} has taken over this report.`
  const since = formatInstant(hold.since).time
  return hold.isOwn
    ? `You have been writing this report in another window since ${since}.`
    : `${hold.name} has been writing this report since ${since}. You can read it.`
}

type Props = { hold: HoldState; isTakingOver: boolean; onTake: (takeOver: boolean) => void; onCopy: () => void }

/** Shows who writes the report, if it is not this window, and offers to take it over. */
export function HoldBar({ hold, isTakingOver, onTake, onCopy }: Props) {
  const { fullName } = useUser()
  if (hold.is === 'mine') return null
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line bg-yellow-wash px-4 py-1 text-yellow-fg"
    >
      <Lock size={14} aria-hidden className="shrink-0" />
      <bdi className="min-w-0 flex-1">{wordsOf(hold, fullName)}</bdi>
      {hold.is === 'gone' ? (
        <Button onClick={onCopy}>Copy text</Button>
      ) : (
        <Button disabled={isTakingOver} onClick={() => onTake(hold.is !== 'free')}>
          {isTakingOver && 'Taking over…'}
          {!isTakingOver && (hold.is === 'free' ? 'Write' : 'Take over')}
        </Button>
      )}
    </div>
  )
}
