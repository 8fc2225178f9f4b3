import type { UserAccount } from '@readroom/contracts/people/users'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import type { UserAction } from './user-actions.ts'

type Props = { user: UserAccount; action: UserAction; onDone: () => void; onClose: () => void }

/** Explains an action's effect, then performs it. Stays open if it fails. */
export function UserConfirm({ user, action, onDone, onClose }: Props) {
  const { start, isBusy } = useChange({
    change: () => action.run(user),
    done: (message) => message,
    failed: action.failed,
    onDone: () => {
      onDone()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={action.label}
      action={action.label}
      destructive={action.destructive}
      busy={isBusy}
      onConfirm={() => start()}
      onCancel={onClose}
    >
      <bdi className="font-medium text-text">{user.fullName}</bdi> {action.consequence}
    </ConfirmDialog>
  )
}
