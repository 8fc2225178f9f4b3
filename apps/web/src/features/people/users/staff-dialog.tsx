import { userEndpoints } from '@readroom/contracts/people/users'
import { useForm } from 'react-hook-form'
import { EditDialog } from '../../../components/form/edit-dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import { type AccountFields, accountFieldsOfCodes, newStaff, StaffForm, staffFields, staffMissing } from './account-fields.ts'
import { LabField, NamesSection } from './account-sections.tsx'

const resolver = createResolver<AccountFields>(StaffForm, staffFields)

/** Adds an account to a laboratory's staff. `labId` is preselected, or empty. */
export function StaffDialog({ labId, onSaved, onClose }: { labId: string; onSaved: () => void; onClose: () => void }) {
  const form = useForm<AccountFields>({ defaultValues: newStaff(labId), resolver, reValidateMode: 'onSubmit' })
  return (
    <EditDialog
      title="Add Staff"
      header={undefined}
      form={form}
      action="Add Staff"
      busyLabel="Adding..."
      required={staffFields}
      missing={staffMissing}
      save={async ({ labId: chosen, updatedAt: _none, ...staff }) => {
        await api.call(userEndpoints.addStaff, { params: { labId: chosen }, body: staff })
        onSaved()
      }}
      saved="Staff account created"
      failed="Failed to add the staff account"
      fieldsOfCodes={accountFieldsOfCodes}
      onReload={async () => {}}
      onClose={onClose}
    >
      <LabField />
      <NamesSection emailHint="A generated password is sent to this address." />
    </EditDialog>
  )
}
