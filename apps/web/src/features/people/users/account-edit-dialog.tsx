import { type UserAccount, userEndpoints } from '@readroom/contracts/people/users'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { api } from '../../../lib/api/api.ts'
import { AccountForm, accountFieldsOfCodes, accountMissing, toAccountFields } from './account-fields.ts'
import { LabField, NamesSection } from './account-sections.tsx'

type Props = {
  user: UserAccount
  reload: () => Promise<UserAccount | undefined>
  onSaved: () => void
  /** Undefined if the account is removed elsewhere. */
  onRemove?: (() => void) | undefined
  onClose: () => void
}

/** Edits an account and, for laboratory staff, their laboratory. */
export function AccountEditDialog({ user, reload, onSaved, onRemove, onClose }: Props) {
  const isStaff = user.role === 'lab_staff'
  return (
    <FormDialog
      title="Edit Account"
      header={<bdi className="block text-xl font-semibold break-words">{user.fullName}</bdi>}
      width="max-w-[640px]"
      action="Update Account"
      busyLabel="Updating..."
      schema={AccountForm}
      values={toAccountFields(user)}
      missing={accountMissing}
      change={({ labId, ...names }) =>
        api.call(userEndpoints.update, { params: { userId: user._id }, body: { ...names, ...(isStaff && { labId }) } })
      }
      done={() => 'Account updated'}
      failed="Failed to update the account"
      codes={accountFieldsOfCodes}
      reload={async () => {
        const current = await reload()
        return current && toAccountFields(current)
      }}
      onDone={onSaved}
      onClose={onClose}
    >
      <NamesSection emailHint="We email both the old and the new address. Existing sessions continue." />
      {isStaff && <LabField hint="Changing the laboratory ends all sessions immediately. Unsaved work is lost." />}
      {onRemove && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <p className="min-w-0 flex-1 text-sm text-text-2">
            Removed accounts cannot be restored. Deactivate the account instead if its owner may return.
          </p>
          <Button look="danger" className="max-lg:h-11" onClick={onRemove}>
            Remove Account
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
