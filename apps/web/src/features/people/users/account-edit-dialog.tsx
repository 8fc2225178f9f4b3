import { type UserAccount, userEndpoints } from '@readroom/contracts/people/users'
import { useForm } from 'react-hook-form'
import { EditDialog } from '../../../components/form/edit-dialog.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { api } from '../../../lib/api/api.ts'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import {
  type AccountFields,
  AccountForm,
  accountFieldsOfCodes,
  accountMissing,
  nameFields,
  staffFields,
  toAccountFields,
} from './account-fields.ts'
import { LabField, NamesSection } from './account-sections.tsx'

type Props = {
  user: UserAccount
  reload: () => Promise<UserAccount | undefined>
  onSaved: () => void
  /** Undefined if the account is removed elsewhere. */
  onRemove?: (() => void) | undefined
  onClose: () => void
}

const resolver = createResolver<AccountFields>(AccountForm, staffFields)

/** Edits an account and, for laboratory staff, their laboratory. */
export function AccountEditDialog({ user, reload, onSaved, onRemove, onClose }: Props) {
  const form = useForm<AccountFields>({ defaultValues: toAccountFields(user), resolver, reValidateMode: 'onSubmit' })
  const isStaff = user.role === 'lab_staff'
  return (
    <EditDialog
      title="Edit Account"
      header={<bdi className="block text-xl font-semibold break-words">{user.fullName}</bdi>}
      form={form}
      action="Update Account"
      required={nameFields}
      missing={accountMissing}
      save={async ({ labId, ...names }) => {
        await api.call(userEndpoints.update, { params: { userId: user._id }, body: { ...names, ...(isStaff && { labId }) } })
        onSaved()
      }}
      saved="Account updated"
      failed="Failed to update the account"
      fieldsOfCodes={accountFieldsOfCodes}
      onReload={async () => {
        const current = await reload()
        if (current) form.reset(toAccountFields(current))
      }}
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
    </EditDialog>
  )
}
