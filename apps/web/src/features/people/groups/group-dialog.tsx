import { type DoctorGroup, DoctorGroupFields } from '@readroom/contracts/people/doctor-groups'
import type { Doctor } from '@readroom/contracts/people/doctors'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormField, useField } from '../../../components/form/form-field.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { DoctorAway } from '../../../components/people/away-mark.tsx'
import { findsText } from '../../../lib/finds-text.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { saveGroup } from './groups.queries.ts'

/** Lets the administrator tick the doctors of a group. Typed words leave out doctors whom they do not name. */
function DoctorsField({ doctors }: { doctors: readonly Doctor[] }) {
  const { field, change } = useField<DoctorGroupFields, 'doctorIds'>('doctorIds')
  const [typed, setTyped] = useState('')
  const chosen = field.value
  const shown = doctors.filter(({ fullName, specialization }) => findsText(typed, [fullName, specialization ?? '']))
  const toggle = (doctorId: string) =>
    change(chosen.includes(doctorId) ? chosen.filter((one) => one !== doctorId) : [...chosen, doctorId])
  return (
    <div className="grid gap-2">
      <Field label="Find doctors" hint={`${chosen.length} in this group`}>
        {(control) => <input {...control} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
      {shown.length === 0 ? (
        <p className="text-sm text-text-2">{doctors.length === 0 ? 'No doctors registered.' : 'No doctors match.'}</p>
      ) : (
        <ul aria-label="Doctors" className="max-h-60 overflow-y-auto rounded-sm border border-line px-3 py-2">
          {shown.map(({ _id, fullName, specialization }) => (
            <li key={_id}>
              <CheckboxField
                checked={chosen.includes(_id)}
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

/** Adds a group of doctors, or changes one. */
export function GroupDialog({ group, doctors, onClose }: Props) {
  return (
    <FormDialog
      title={group ? 'Edit group' : 'Add group'}
      width="max-w-[520px]"
      action="Save group"
      schema={DoctorGroupFields}
      values={{ name: group?.name ?? '', doctorIds: group?.doctorIds ?? [] }}
      change={(fields) => saveGroup(group, fields)}
      done={({ message }) => message}
      failed="The group could not be saved. Please try again."
      codes={{ DOCTOR_GROUP_NAME_TAKEN: 'name' }}
      invalidates={[doctorGroupsOptions.queryKey]}
      onClose={onClose}
    >
      <FormField<DoctorGroupFields> name="name" label="Name" required hint="For example Neuroradiology." maxLength={100} />
      <DoctorsField doctors={doctors} />
    </FormDialog>
  )
}
