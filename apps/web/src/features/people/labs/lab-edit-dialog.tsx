import { type LabDetails, LabUpdate, labEndpoints } from '@readroom/contracts/people/labs'
import type { UserAccount } from '@readroom/contracts/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { EditDialog } from '../../../components/form/edit-dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import type { UserAction } from '../users/user-actions.ts'
import { UserConfirm } from '../users/user-confirm.tsx'
import { userKeys } from '../users/users.queries.ts'
import { DisplayRulesField } from './display-rules-field.tsx'
import { EscalationSection } from './escalation-section.tsx'
import {
  addressFields,
  escalationFields,
  infoFields,
  type LabFields,
  labMissing,
  labRequired,
  toLabFields,
} from './lab-fields.ts'
import { ActiveSection, AddressSection, DeliverySection, InfoSection, NotesSection } from './lab-sections.tsx'
import { StaffOfLab } from './lab-staff.tsx'
import { labFieldsOfCodes } from './labs.queries.ts'

type Props = {
  lab: LabDetails
  reload: () => Promise<LabDetails | undefined>
  onSaved: () => void
  onClose: () => void
}

const resolver = createResolver<LabFields>(LabUpdate, [...infoFields, ...addressFields, ...escalationFields])

export function LabEditDialog({ lab, reload, onSaved, onClose }: Props) {
  const form = useForm<LabFields>({ defaultValues: toLabFields(lab), resolver, reValidateMode: 'onSubmit' })
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ user: UserAccount; action: UserAction } | null>(null)
  const staffChanged = () => {
    void client.invalidateQueries({ queryKey: userKeys.pages })
    onSaved()
  }
  return (
    <>
      <EditDialog
        title="Edit Lab"
        header={<bdi className="block text-xl font-semibold break-words">{lab.name}</bdi>}
        form={form}
        action="Update Lab"
        required={labRequired}
        missing={labMissing}
        save={async (values) => {
          await api.call(labEndpoints.update, { params: { labId: lab._id }, body: values })
          onSaved()
        }}
        saved="Lab updated successfully"
        failed="Failed to update lab"
        fieldsOfCodes={labFieldsOfCodes}
        onReload={async () => {
          const current = await reload()
          if (current) form.reset(toLabFields(current))
        }}
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
      </EditDialog>
      {asked && <UserConfirm {...asked} onDone={staffChanged} onClose={() => setAsked(null)} />}
    </>
  )
}
