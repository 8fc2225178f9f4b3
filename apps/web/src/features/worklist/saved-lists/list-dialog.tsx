import { can, Role, roles } from '@readroom/contracts/core/permissions'
import { ListName } from '@readroom/contracts/worklist/saved-lists'
import { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormField, FormSelect } from '../../../components/form/form-field.tsx'
import { useUser } from '../../../lib/session/session.ts'

export const peopleOf: Record<Role, string> = {
  lab_staff: 'All lab staff',
  doctor_account: 'All doctors',
  admin: 'All administrators',
}

type Props = {
  title: string
  name: string
  givenTo: Role | null
  action: string
  save: (name: string, givenTo: Role | null) => Promise<unknown>
  onClose: () => void
}

const Fields = z.object({
  name: ListName,
  givenTo: Role.nullable(),
})
type Fields = z.input<typeof Fields>

/** Shows the name of a list and, for administrators, the role it is given to. */
export function ListDialog({ title, name, givenTo, action, save, onClose }: Props) {
  const { role } = useUser()
  return (
    <FormDialog
      title={title}
      width="max-w-[440px]"
      action={action}
      schema={Fields}
      values={{ name, givenTo }}
      change={(fields) => save(fields.name, fields.givenTo)}
      failed="The list could not be saved. Please try again."
      codes={{ LIST_NAME_TAKEN: 'name' }}
      onClose={onClose}
    >
      <FormField<Fields> name="name" label="Name" required maxLength={100} />
      {can(role, 'list.give') && (
        <FormSelect<Fields>
          name="givenTo"
          label="Share with"
          hint="They can open and copy the list. It shows their own studies."
          choices={[
            { value: null, label: 'Nobody else' },
            ...roles.toReversed().map((value) => ({ value, label: peopleOf[value] })),
          ]}
        />
      )}
    </FormDialog>
  )
}
