import { type LabDetails, labEndpoints } from '@readroom/contracts/people/labs'
import type { UserAccount } from '@readroom/contracts/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import type { UserAction } from '../users/user-actions.ts'
import { UserConfirm } from '../users/user-confirm.tsx'
import { userKeys } from '../users/users.queries.ts'
import { DisplayRulesField } from './display-rules-field.tsx'
import { EscalationSection } from './escalation-section.tsx'
import { LabForm, labMissing, toLabFields } from './lab-fields.ts'
import { ActiveSection, AddressSection, DeliverySection, InfoSection, NotesSection } from './lab-sections.tsx'
import { StaffOfLab } from './lab-staff.tsx'
import { labFieldsOfCodes } from './labs.queries.ts'

type Props = {
  lab: LabDetails
  reload: () => Promise<LabDetails | undefined>
  onSaved: () => void
  onClose: () => void
}

export function LabEditDialog({ lab, reload, onSaved, onClose }: Props) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ user: UserAccount; action: UserAction } | null>(null)
  const staffChanged = () => {
    void client.invalidateQueries({ queryKey: userKeys.pages })
    onSaved()
  }
  return (
    <>
      <FormDialog
        title="Edit Lab"
        header={<bdi className="block text-xl font-semibold break-words">{lab.name}</bdi>}
        width="max-w-[640px]"
        action="Update Lab"
        busyLabel="Updating..."
        schema={LabForm}
        values={toLabFields(lab)}
        missing={labMissing}
        change={(_read, typed) => api.call(labEndpoints.update, { params: { labId: lab._id }, body: typed })}
        done={() => 'Lab updated successfully'}
        failed="Failed to update lab"
        codes={labFieldsOfCodes}
        reload={async () => {
          const current = await reload()
          return current && toLabFields(current)
        }}
        onDone={onSaved}
        onClose={onClose}
      >
        <InfoSection />
        <AddressSection />
        <NotesSection />
        <DeliverySection />
        <DisplayRulesField />
        <EscalationSection />
        <ActiveSection label="Lab Active" hint="If off, laboratory staff cannot sign in." />
        <StaffOfLab lab={lab} onAsk={setAsked} />
      </FormDialog>
      {asked && <UserConfirm {...asked} onDone={staffChanged} onClose={() => setAsked(null)} />}
    </>
  )
}
