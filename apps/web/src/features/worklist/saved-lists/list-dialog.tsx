import { can, Role, roles } from '@readroom/contracts/core/permissions'
import { ListName } from '@readroom/contracts/worklist/saved-lists'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
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

const nameProblem = (name: string) =>
  ListName.safeParse(name).success ? undefined : name.trim() === '' ? 'Required' : 'This name cannot be used'

/** Shows the name of a list and, for administrators, the role it is given to. */
export function ListDialog({ title, name: before, givenTo: givenBefore, action, save, onClose }: Props) {
  const { role } = useUser()
  const formId = useId()
  const [name, setName] = useState(before)
  const [givenTo, setGivenTo] = useState(givenBefore)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()

  const { start, isBusy } = useChange({
    change: () => save(name, givenTo),
    failed: 'The list could not be saved. Please try again.',
    onDone: onClose,
    onFailure(message, error) {
      if (error instanceof ApiError && error.code === 'LIST_NAME_TAKEN') setProblem(message)
      else setFailure(message)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = nameProblem(name)
    setProblem(wrong)
    setFailure(undefined)
    if (!wrong) start()
  }

  return (
    <Dialog
      title={title}
      width="max-w-[440px]"
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={formId} size="sm" label={action} busyLabel="Saving..." busy={isBusy} />
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 px-5 py-4">
        {failure && <FormMessage tone="error">{failure}</FormMessage>}
        <Field label="Name" required error={problem}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              autoComplete="off"
              required
              maxLength={100}
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        {can(role, 'list.give') && (
          <Field label="Share with" hint="They can open and copy the list. It shows their own studies.">
            {(control) => (
              <select
                {...control}
                value={givenTo ?? ''}
                onChange={({ target }) => setGivenTo(Role.safeParse(target.value).data ?? null)}
              >
                <option value="">Nobody else</option>
                {roles.toReversed().map((one) => (
                  <option key={one} value={one}>
                    {peopleOf[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
