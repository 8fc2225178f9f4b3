import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { LocationOption } from '@readroom/contracts/people/locations'
import { type Digest, DigestFields, digestFrequencies } from '@readroom/contracts/turnaround/digests'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormField, FormSelect } from '../../../components/form/form-field.tsx'
import { FormLabs } from '../../../components/form/form-labs.tsx'
import { clinicTimeZone } from '../../../lib/format.ts'
import { frequencyWords } from './digest-words.ts'
import { digestsKey, saveDigest } from './digests.queries.ts'

const newDigest: DigestFields = { labIds: null, groupId: null, frequency: 'weekly', sendAt: '07:00', recipients: [] }

const formOf = ({ labIds, groupId, frequency, sendAt, recipients }: DigestFields): DigestFields => ({
  labIds,
  groupId,
  frequency,
  sendAt,
  recipients,
})

type FieldsProps = { labs: readonly LocationOption[]; groups: readonly DoctorGroup[] }

function Fields({ labs, groups }: FieldsProps) {
  const { setValue } = useFormContext<DigestFields>()
  const [frequency, groupId] = useWatch<DigestFields, ['frequency', 'groupId']>({ name: ['frequency', 'groupId'] })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect<DigestFields>
          name="frequency"
          label="Sent"
          hint={frequencyWords[frequency].hint}
          choices={digestFrequencies.map((value) => ({ value, label: frequencyWords[value].label }))}
          data-autofocus
        />
        <FormField<DigestFields>
          name="sendAt"
          label="Time"
          hint={`By the clinic's clock (${clinicTimeZone() ?? 'UTC'}).`}
          type="time"
        />
      </div>
      <FormSelect<DigestFields>
        name="groupId"
        label="Group of doctors"
        hint="A digest of a group tells of the reports and open studies of its doctors, and names them."
        choices={[{ value: null, label: 'No group' }, ...groups.map(({ _id, name }) => ({ value: _id, label: name }))]}
        onChoose={() => setValue('labIds', null)}
      />
      {groupId === null && <FormLabs<DigestFields> name="labIds" labs={labs} />}
      <FormField<DigestFields>
        name="recipients"
        label="Email addresses"
        hint={
          groupId === null
            ? 'Separated by commas. A digest of all laboratories also names doctors and their work. No digest names a patient.'
            : 'Separated by commas. The addresses of active administrators only. No digest names a patient.'
        }
        as="emails"
        inputMode="email"
        spellCheck={false}
        required
      />
    </>
  )
}

type Props = FieldsProps & {
  /** Null: a new one. */
  digest: Digest | null
  onClose: () => void
}

/** Adds a digest, or changes one. */
export function DigestDialog({ digest, onClose, ...lists }: Props) {
  return (
    <FormDialog
      title={digest ? 'Edit digest' : 'Add digest'}
      width="max-w-[520px]"
      action="Save digest"
      schema={DigestFields}
      values={formOf(digest ?? newDigest)}
      words={{ sendAt: 'Please enter a time such as 07:00' }}
      change={(fields) => saveDigest(digest, fields)}
      done={({ message }) => message}
      failed="The digest could not be saved. Please try again."
      invalidates={[digestsKey]}
      onClose={onClose}
    >
      <Fields {...lists} />
    </FormDialog>
  )
}
