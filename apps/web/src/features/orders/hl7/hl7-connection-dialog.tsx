import { hl7Charsets } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import type { LocationOption } from '@readroom/contracts/people/locations'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { ZoneField } from '../../../components/inputs/zone-field.tsx'
import { Hl7Sample } from './hl7-sample.tsx'
import { readConnection, type TypedConnection, type TypedErrors, typeConnection } from './typed-connection.ts'
import { useSaveConnection } from './use-save-connection.ts'

type TextName = { [K in keyof TypedConnection]: TypedConnection[K] extends string ? K : never }[keyof TypedConnection]
type Write = (change: Partial<TypedConnection>) => void
type TypedProps = { typed: TypedConnection; errors: TypedErrors; write: Write }

function TextInput({
  name,
  label,
  hint,
  required,
  typed,
  errors,
  write,
}: TypedProps & { name: TextName; label: string; hint?: string; required?: boolean }) {
  return (
    <Field label={label} hint={hint} error={errors[name]} required={required}>
      {(control) => (
        <input
          {...control}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          required={required}
          value={typed[name]}
          onChange={({ target }) => write({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

function LinesInput({
  name,
  label,
  hint,
  required,
  typed,
  errors,
  write,
}: TypedProps & { name: TextName; label: string; hint: string; required?: boolean }) {
  return (
    <Field label={label} hint={hint} error={errors[name]} required={required}>
      {(control) => (
        <textarea
          {...control}
          className={`${control.className} h-18 py-2`}
          spellCheck={false}
          required={required}
          value={typed[name]}
          onChange={({ target }) => write({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

const checkbox = 'flex items-center gap-2 max-lg:h-11'

function Reading(props: TypedProps) {
  const { typed, errors, write } = props
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">How messages are read</legend>
      <Field label="Character set" error={errors.charset} hint="Used if a message names none.">
        {(control) => (
          <select {...control} value={typed.charset} onChange={({ target }) => write({ charset: target.value })}>
            {hl7Charsets.map((charset) => (
              <option key={charset}>{charset}</option>
            ))}
          </select>
        )}
      </Field>
      <ZoneField value={typed.timeZone} error={errors.timeZone} onChange={(timeZone) => write({ timeZone })} />
      <TextInput {...props} name="sendingFacility" label="Sending facility (MSH-4)" hint="Others are refused. Empty: any." />
      <TextInput
        {...props}
        name="patientAuthority"
        label="Patient ID authority"
        hint="Of several patient IDs, the one of this authority is the patient's. Empty: the first."
      />
      <LinesInput
        {...props}
        name="places"
        label="Other places of fields"
        hint="One on each line, such as accessionNumber = OBR-3.1"
      />
      <LinesInput
        {...props}
        name="priorities"
        label="Other priorities"
        hint="NORMAL, HIGH, URGENT, STAT or EMERGENCY, such as NOW = STAT"
      />
      <LinesInput {...props} name="modalities" label="Other modalities" hint="One on each line, such as ULTRASOUND = US" />
      <LinesInput {...props} name="sexes" label="Other sexes" hint="M, F, O, or U for unknown, such as W = F" />
      <LinesInput {...props} name="controls" label="Other order controls" hint="One on each line, such as RO = change" />
      <LinesInput {...props} name="charsets" label="Other character set names" hint="One on each line, such as LATIN = 8859/1" />
      <CheckboxField
        label="A new order with a known number changes it, and a change of an unknown order makes it"
        labelClass={`${checkbox} sm:col-span-2`}
        checked={typed.isUpsert}
        onChange={({ target }) => write({ isUpsert: target.checked })}
      />
      <CheckboxField
        label="Answer AE if an administrator must decide about a patient"
        labelClass={`${checkbox} sm:col-span-2`}
        checked={typed.isWaitingFault}
        onChange={({ target }) => write({ isWaitingFault: target.checked })}
      />
      <CheckboxField
        label="Take messages of a training system"
        labelClass={checkbox}
        checked={typed.isTraining}
        onChange={({ target }) => write({ isTraining: target.checked })}
      />
    </fieldset>
  )
}

type Props = {
  /** Null: a new one. */
  connection: Hl7Connection | null
  labs: readonly LocationOption[]
  onClose: () => void
}

/** Adds a connection, or changes one. Shows refusals and stays open. */
export function Hl7ConnectionDialog({ connection, labs, onClose }: Props) {
  const [before] = useState(() => typeConnection(connection))
  const [typed, setTyped] = useState(before)
  const [errors, setErrors] = useState<TypedErrors>({})
  const { save, dialog } = useSaveConnection(connection, { isFilled: typed !== before, onClose })
  const write = (change: Partial<TypedConnection>) => {
    setTyped({ ...typed, ...change })
    setErrors({})
  }
  const submit = () => {
    const read = readConnection(typed)
    if ('errors' in read) return setErrors(read.errors)
    save(read.fields)
  }
  const props = { typed, errors, write }
  const title = connection ? 'Edit connection' : 'Add connection'
  return (
    <FormDialog title={title} width="max-w-[680px]" action="Save connection" onSubmit={submit} {...dialog}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput {...props} name="name" label="Name" required />
        <Field label="Laboratory" error={errors.labId} required>
          {(control) => (
            <select
              {...control}
              required
              disabled={connection !== null}
              value={typed.labId}
              onChange={({ target }) => write({ labId: target.value })}
            >
              <option value="">Choose a laboratory</option>
              {labs.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextInput {...props} name="port" label="Port" required />
        <TextInput {...props} name="keepDays" label="Days that messages are kept" required />
        <LinesInput {...props} name="allowedAddresses" label="Senders" hint="Addresses or networks, one on each line." required />
        <LinesInput {...props} name="clientCertificates" label="Certificates of senders" hint="PEM. Empty: without TLS." />
        <CheckboxField
          label="Receive messages"
          labelClass={checkbox}
          checked={typed.isEnabled}
          onChange={({ target }) => write({ isEnabled: target.checked })}
        />
      </div>
      <Reading {...props} />
      <Hl7Sample typed={typed} />
    </FormDialog>
  )
}
