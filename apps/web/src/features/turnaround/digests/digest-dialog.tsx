import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { LocationOption } from '@readroom/contracts/people/locations'
import { type Digest, DigestFields, DigestFrequency, digestFrequencies } from '@readroom/contracts/turnaround/digests'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { LabsChoice } from '../../../components/form/labs-choice.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { EmailsInput } from '../../../components/inputs/emails-input.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { clinicTimeZone } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
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

type Errors = Partial<Record<keyof DigestFields, string>>

const messages: Record<string, string> = { sendAt: 'Please enter a time such as 07:00' }

/** Returns the message at each field. An address that is none is named. */
function errorsOf(form: DigestFields): Errors {
  const issues = DigestFields.safeParse(form).error?.issues ?? []
  return Object.fromEntries(
    issues.map(({ path: [field = '', index], message }) => {
      const address = field === 'recipients' && typeof index === 'number' ? form.recipients[index] : undefined
      return [field, address === undefined ? (messages[String(field)] ?? message) : `"${address}" is not an email address`]
    }),
  )
}

type Props = {
  /** Null: a new one. */
  digest: Digest | null
  labs: readonly LocationOption[]
  groups: readonly DoctorGroup[]
  onClose: () => void
}

/** Adds a digest, or changes one. Shows refusals and stays open. */
export function DigestDialog({ digest, labs, groups, onClose }: Props) {
  const [before] = useState(() => formOf(digest ?? newDigest))
  const [form, setForm] = useState(before)
  const [errors, setErrors] = useState<Errors>({})
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: form !== before, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: DigestFields) => saveDigest(digest, fields),
    done: ({ message }) => message,
    failed: 'The digest could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [digestsKey],
  })
  const write = (change: Partial<DigestFields>) => {
    setForm({ ...form, ...change })
    setErrors({})
  }
  const submit = () => {
    setFault(null)
    const found = errorsOf(form)
    setErrors(found)
    if (Object.keys(found).length === 0) start(form)
  }
  const title = digest ? 'Edit digest' : 'Add digest'
  return (
    <FormDialog
      title={title}
      width="max-w-[520px]"
      action="Save digest"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Sent" hint={frequencyWords[form.frequency].hint}>
          {(control) => (
            <select
              {...control}
              data-autofocus
              value={form.frequency}
              onChange={({ target }) => write({ frequency: DigestFrequency.parse(target.value) })}
            >
              {digestFrequencies.map((frequency) => (
                <option key={frequency} value={frequency}>
                  {frequencyWords[frequency].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Time" error={errors.sendAt} hint={`By the clinic's clock (${clinicTimeZone() ?? 'UTC'}).`}>
          {(control) => (
            <input
              {...control}
              type="time"
              required
              value={form.sendAt}
              onChange={({ target }) => write({ sendAt: target.value })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Group of doctors"
        hint="A digest of a group tells of the reports and open studies of its doctors, and names them."
      >
        {(control) => (
          <select
            {...control}
            value={form.groupId ?? ''}
            onChange={({ target }) => write({ groupId: target.value === '' ? null : target.value, labIds: null })}
          >
            <option value="">No group</option>
            {groups.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {form.groupId === null && (
        <LabsChoice labs={labs} value={form.labIds} onChange={(labIds) => write({ labIds })} error={errors.labIds} />
      )}
      <Field
        label="Email addresses"
        required
        error={errors.recipients}
        hint={
          form.groupId === null
            ? 'Separated by commas. A digest of all laboratories also names doctors and their work. No digest names a patient.'
            : 'Separated by commas. The addresses of active administrators only. No digest names a patient.'
        }
      >
        {(control) => (
          <EmailsInput control={control} required value={form.recipients} onChange={(recipients) => write({ recipients })} />
        )}
      </Field>
    </FormDialog>
  )
}
