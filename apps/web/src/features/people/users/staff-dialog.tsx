import { userEndpoints } from '@readroom/contracts/people/users'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import { accountFieldsOfCodes, StaffForm, staffMissing } from './account-fields.ts'
import { LabField, NamesSection } from './account-sections.tsx'

/** Adds an account to a laboratory's staff. `labId` is preselected, or empty. */
export function StaffDialog({ labId, onSaved, onClose }: { labId: string; onSaved: () => void; onClose: () => void }) {
  return (
    <FormDialog
      title="Add Staff"
      width="max-w-[640px]"
      action="Add Staff"
      busyLabel="Adding..."
      schema={StaffForm}
      values={{ fullName: '', email: '', username: '', labId }}
      missing={staffMissing}
      change={({ labId: chosen, ...staff }) => api.call(userEndpoints.addStaff, { params: { labId: chosen }, body: staff })}
      done={() => 'Staff account created'}
      failed="Failed to add the staff account"
      codes={accountFieldsOfCodes}
      onDone={onSaved}
      onClose={onClose}
    >
      <LabField />
      <NamesSection emailHint="A generated password is sent to this address." />
    </FormDialog>
  )
}
