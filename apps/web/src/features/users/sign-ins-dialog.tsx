import type { UserAccount } from '@readroom/contracts/users'
import { Dialog } from '../../components/ui/dialog.tsx'
import { SignInHistory } from '../sign-ins/sign-in-history.tsx'

/** The sign-ins at somebody's account. */
export function SignInsDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  return (
    <Dialog
      title="Sign-in history"
      width="max-w-[640px]"
      header={<bdi className="block text-xl font-semibold break-words">{user.fullName}</bdi>}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-48 overflow-y-auto px-5 py-4 -outline-offset-2">
        <SignInHistory userId={user._id} />
      </div>
    </Dialog>
  )
}
