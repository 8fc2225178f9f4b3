import { type DoctorGroup, DoctorGroupFields } from '@readroom/contracts/people/doctor-groups'
import type { Doctor } from '@readroom/contracts/people/doctors'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { DoctorAway } from '../../../components/people/away-mark.tsx'
import { findsText } from '../../../lib/finds-text.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { saveGroup } from './groups.queries.ts'

type ChoiceProps = { doctors: readonly Doctor[]; value: readonly string[]; onChange: (doctorIds: string[]) => void }

/** Lets the administrator tick the doctors of a group. Typed words leave out doctors whom they do not name. */
function DoctorsChoice({ doctors, value, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const shown = doctors.filter(({ fullName, specialization }) => findsText(typed, [fullName, specialization ?? '']))
  const toggle = (doctorId: string) =>
    onChange(value.includes(doctorId) ? value.filter((one) => one !== doctorId) : [...value, doctorId])
  return (
    <div className="grid gap-2">
      <Field label="Find doctors" hint={`${value.length} in this group`}>
        {(control) => <input {...control} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
      {shown.length === 0 ? (
        <p className="text-sm text-text-2">{doctors.length === 0 ? 'No doctors registered.' : 'No doctors match.'}</p>
      ) : (
        <ul aria-label="Doctors" className="max-h-60 overflow-y-auto rounded-sm border border-line px-3 py-2">
          {shown.map(({ _id, fullName, specialization }) => (
            <li key={_id}>
              <CheckboxField
                checked={value.includes(_id)}
                onChange={() => toggle(_id)}
                labelClass="flex min-h-8 min-w-0 items-center gap-x-2 max-lg:min-h-11"
                label={
                  <>
                    <bdi data-full className="truncate">
                      {fullName}
                    </bdi>
                    <DoctorAway doctorId={_id} />
                    {specialization && <span className="truncate text-sm text-text-2">{specialization}</span>}
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Props = {
  /** Null: a new one. */
  group: DoctorGroup | null
  doctors: readonly Doctor[]
  onClose: () => void
}

/** Adds a group of doctors, or changes one. Shows refusals and stays open. */
export function GroupDialog({ group, doctors, onClose }: Props) {
  const [before] = useState<DoctorGroupFields>({ name: group?.name ?? '', doctorIds: group?.doctorIds ?? [] })
  const [form, setForm] = useState(before)
  const [nameError, setNameError] = useState<string | undefined>()
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: form !== before, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: DoctorGroupFields) => saveGroup(group, fields),
    done: ({ message }) => message,
    failed: 'The group could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [doctorGroupsOptions.queryKey],
  })
  const submit = () => {
    setFault(null)
    const { data, error } = DoctorGroupFields.safeParse(form)
    setNameError(error?.issues[0]?.message)
    if (data) start(data)
  }
  const title = group ? 'Edit group' : 'Add group'
  return (
    <FormDialog
      title={title}
      width="max-w-[520px]"
      action="Save group"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <Field label="Name" required error={nameError} hint="For example Neuroradiology.">
        {(control) => (
          <input
            {...control}
            data-autofocus
            required
            maxLength={100}
            value={form.name}
            onChange={({ target }) => setForm({ ...form, name: target.value })}
          />
        )}
      </Field>
      <DoctorsChoice doctors={doctors} value={form.doctorIds} onChange={(doctorIds) => setForm({ ...form, doctorIds })} />
    </FormDialog>
  )
}
