import type { SessionInfo } from '@readroom/contracts/sessions'
import { Button } from '../../components/ui/button.tsx'
import { formatInstant } from '../../lib/format.ts'
import { signOut } from '../../lib/session/sign-out.ts'

/** What rows and cards of the list need. */
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

/** The session that asks ends by signing out, every other one by its button. */
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
