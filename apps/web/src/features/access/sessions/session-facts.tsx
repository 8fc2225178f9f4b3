import type { SessionInfo } from '@readroom/contracts/access/sessions'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { signOut } from '../../../lib/session/sign-out.ts'

/** The props shared by the rows and the cards of the list. */
export type SessionListProps = { sessions: readonly SessionInfo[]; onEnd: (session: SessionInfo) => void }

export function Time({ at }: { at: string }) {
  const { text, exact } = formatInstant(at)
  return (
    <time dateTime={at} data-tip={exact} className="num whitespace-nowrap">
      {text}
    </time>
  )
}

export function ThisDevice() {
  return (
    <span className="inline-block rounded-xs bg-accent-wash px-1.5 text-xs leading-5 font-medium whitespace-nowrap text-accent-text">
      This device
    </span>
  )
}

/** Shows the action that ends a session. The current one ends by signing out. */
export function EndAction({ session, onEnd }: { session: SessionInfo; onEnd: (session: SessionInfo) => void }) {
  if (session.isCurrent) {
    return (
      <Button look="link" className="max-lg:h-11" onClick={() => signOut()}>
        Sign Out
      </Button>
    )
  }
  return (
    <Button look="danger" className="max-lg:h-11" aria-label={`End ${session.device}`} onClick={() => onEnd(session)}>
      End
    </Button>
  )
}
