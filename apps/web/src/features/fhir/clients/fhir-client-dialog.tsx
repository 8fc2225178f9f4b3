import type { FhirClientFields } from '@readroom/contracts/fhir/fhir-clients'
import type { LocationOption } from '@readroom/contracts/people/locations'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { createFhirClient, fhirClientsOptions } from './fhir-clients.queries.ts'
import { readClient, type TypedClient, type TypedErrors } from './typed-client.ts'

const empty: TypedClient = { name: '', labId: '', keys: '' }

/** Registers a system of a laboratory. Shows refusals and stays open. */
export function FhirClientDialog({ labs, onClose }: { labs: readonly LocationOption[]; onClose: () => void }) {
  const [typed, setTyped] = useState(empty)
  const [errors, setErrors] = useState<TypedErrors>({})
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: typed !== empty, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: FhirClientFields) => createFhirClient(fields),
    done: ({ message }) => message,
    failed: 'The client could not be registered. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [fhirClientsOptions.queryKey],
  })
  const write = (change: Partial<TypedClient>) => {
    setTyped({ ...typed, ...change })
    setErrors({})
  }
  const submit = () => {
    setFault(null)
    const found = readClient(typed)
    if ('errors' in found) return setErrors(found.errors)
    start(found.fields)
  }
  return (
    <FormDialog
      title="Register a client"
      width="max-w-[560px]"
      action="Register client"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <Field label="Name" hint="The system, such as the hospital's portal." error={errors.name} required>
        {(control) => (
          <input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={100}
            required
            value={typed.name}
            onChange={({ target }) => write({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Laboratory" hint="The client reads what the staff of this laboratory see." error={errors.labId} required>
        {(control) => (
          <select {...control} required value={typed.labId} onChange={({ target }) => write({ labId: target.value })}>
            <option value="">Choose a laboratory</option>
            {labs.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Public keys (JWKS)"
        hint='JSON such as {"keys": [...]}, from the maker of the system.'
        error={errors.keys}
        required
      >
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} num h-40 py-2`}
            spellCheck={false}
            required
            value={typed.keys}
            onChange={({ target }) => write({ keys: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
