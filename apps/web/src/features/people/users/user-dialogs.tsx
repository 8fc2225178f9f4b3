import type { UserAccount } from '@readroom/contracts/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { useDialogUrl } from '../../../lib/dialog-url.ts'
import { SignInHistory } from '../../access/sign-in-history/sign-in-history.tsx'
import { AccountEditDialog } from './account-edit-dialog.tsx'
import { StaffDialog } from './staff-dialog.tsx'
import { removeAccount } from './user-actions.ts'
import { UserConfirm } from './user-confirm.tsx'
import { userKeys } from './users.queries.ts'

/** Shows the sign-in history of an account. */
function SignInsDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  return (
    <Dialog
      title="Sign-in history"
      width="max-w-[640px]"
      header={<bdi className="block text-xl font-semibold break-words">{user.fullName}</bdi>}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-48 overflow-y-auto px-5 py-4 -outline-offset-2">
        <SignInHistory userId={user._id} />
      </div>
    </Dialog>
  )
}

type Props = { rows: readonly UserAccount[]; labId: string; reload: () => Promise<readonly UserAccount[] | undefined> }

/** Shows the dialog named in the address. */
export function UserDialogs({ rows, labId, reload }: Props) {
  const client = useQueryClient()
  const { dialog, id, close } = useDialogUrl('user')
  const [removing, setRemoving] = useState<UserAccount | null>(null)
  const changed = () => void client.invalidateQueries({ queryKey: userKeys.pages })
  const user = rows.find(({ _id }) => _id === id)

  if (removing) {
    const done = () => {
      setRemoving(null)
      close()
    }
    return <UserConfirm user={removing} action={removeAccount} onDone={changed} onClose={done} />
  }
  if (dialog === 'add-staff') return <StaffDialog labId={labId} onSaved={changed} onClose={close} />
  if (!user) return null
  if (dialog === 'sign-ins') return <SignInsDialog user={user} onClose={close} />
  if (dialog !== 'edit') return null
  return (
    <AccountEditDialog
      user={user}
      reload={async () => (await reload())?.find(({ _id }) => _id === user._id)}
      onSaved={changed}
      onRemove={user.role === 'doctor_account' ? undefined : () => setRemoving(user)}
      onClose={close}
    />
  )
}
