import type { UserAccount } from '@readroom/contracts/people/users'
import { ActiveBadge } from '../../../components/ui/state-badges.tsx'
import { formatInstant } from '../../../lib/format.ts'

const DAY = 86_400_000
const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** Formats a past instant in whole days, such as `3 days ago`. Less than a day ago is `today`. `now` is in ms. */
export const daysAgo = (iso: string, now: number): string => words.format(-Math.floor((now - Date.parse(iso)) / DAY), 'day')

/** Shows the time an account was last used. Opens its sign-in history. */
export function LastUsed({ user, onOpen }: { user: UserAccount; onOpen: () => void }) {
  const at = user.lastUsedAt
  const shown = at === null ? null : formatInstant(at)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="text-left underline decoration-icon underline-offset-2 hover:decoration-text max-lg:min-h-11"
    >
      <span className="sr-only">{`Sign-in history of ${user.fullName}: `}</span>
      {shown && at !== null ? (
        <time dateTime={at} data-tip={shown.exact} className="num">
          {shown.text}
        </time>
      ) : (
        <span className="text-text-3">Never</span>
      )}
    </button>
  )
}

/** Shows the state of a generated password that was never used. */
function InvitationState({ ends, isOver }: { ends: string | null; isOver: boolean }) {
  if (ends === null) return <span className="block text-xs text-text-3">First sign-in pending</span>
  const { text, exact } = formatInstant(ends)
  if (isOver)
    return (
      <span data-tip={exact} className="block text-xs text-red-fg">
        Invitation expired {daysAgo(ends, Date.now())}
      </span>
    )
  return (
    <span data-tip={exact} className="block text-xs text-text-3">
      Invited, until {text}
    </span>
  )
}

export function AccountStatus({ user }: { user: UserAccount }) {
  const { isActive, canSignIn, mustChangePassword, invitationEnds, isInvitationOver, hasSecondFactor } = user
  return (
    <>
      <ActiveBadge active={canSignIn} />
      {isActive && !canSignIn && <span className="block text-xs text-text-3">Laboratory inactive</span>}
      {canSignIn && mustChangePassword && <InvitationState ends={invitationEnds} isOver={isInvitationOver} />}
      {hasSecondFactor && <span className="block text-xs text-text-3">Second factor</span>}
    </>
  )
}
