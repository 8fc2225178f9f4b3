import type { UserAccount } from '@readroom/contracts/users'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import type { UserAction } from './user-actions.ts'

type Props = { user: UserAccount; action: UserAction; onDone: () => void; onClose: () => void }

/** Says what an action does to a person, and does it; stays open when that fails. */
export function UserConfirm({ user, action, onDone, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      notify.success(await action.run(user))
      onDone()
      onClose()
    } catch (error) {
      notify.error(messageOf(error, action.failed))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={action.label}
      action={action.label}
      destructive={action.destructive}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <bdi className="font-medium text-text">{user.fullName}</bdi> {action.consequence}
    </ConfirmDialog>
  )
}
