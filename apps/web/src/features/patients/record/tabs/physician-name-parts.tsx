import { fieldsOfName, nameFields, withNameFields } from '@readroom/contracts/patients/name-fields'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { cx } from '../../../../lib/cx.ts'
import { type PhysicianName, type RecordValues, recordFields } from '../record-fields.ts'
import { controlClass, lineClass, ScannerMark, useShownRecord } from './record-field.tsx'

const parts = ['familyName', 'givenName', 'middleName', 'namePrefix', 'nameSuffix'] as const
const longestPart = 64
/** They delimit the parts. */
const delimiters = /[\\^=]/g

/** Shows the parts of a physician's name, which are one value of the form. Other scripts of the name stay as they are. */
export function PhysicianNameParts({ name }: { name: PhysicianName }) {
  const id = useId()
  const { canEdit } = useShownRecord()
  const { field, fieldState } = useController<RecordValues, PhysicianName>({ name })
  // A part as it is typed may end in a blank, which the name does not have.
  const [typed, setTyped] = useState({ value: field.value, shown: fieldsOfName(field.value) })
  const shown = typed.value === field.value ? typed.shown : fieldsOfName(field.value)
  const change = (part: (typeof parts)[number], text: string) => {
    const next = { ...shown, [part]: text.replace(delimiters, '') }
    const value = withNameFields(field.value, next) ?? ''
    setTyped({ value, shown: next })
    field.onChange(value)
  }
  const error = fieldState.error?.message
  return (
    <fieldset className="col-span-full min-w-0" aria-label={`Name of the ${recordFields[name].label.toLowerCase()}`}>
      <div className="grid grid-cols-5 gap-2.5 max-lg:grid-cols-2">
        {parts.map((part, at) => (
          <div key={part} className="min-w-0">
            <div className="mb-1 flex min-h-4 items-center justify-between gap-2">
              <label htmlFor={`${id}-${part}`} className="truncate text-xs font-medium text-text-2">
                {nameFields[part].label}
              </label>
              {at === 0 && <ScannerMark name={name} />}
            </div>
            <input
              id={`${id}-${part}`}
              ref={at === 0 ? field.ref : undefined}
              dir="auto"
              autoComplete="off"
              placeholder="N/A"
              maxLength={longestPart}
              readOnly={!canEdit}
              aria-invalid={error !== undefined}
              value={shown[part]}
              onChange={(event) => change(part, event.target.value)}
              onBlur={field.onBlur}
              className={cx(controlClass, lineClass, !canEdit && 'bg-sunken')}
            />
          </div>
        ))}
      </div>
      {error && <p className="mt-1 text-xs text-red-fg">{error}</p>}
    </fieldset>
  )
}
