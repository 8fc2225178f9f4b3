import { maxReason } from '@readroom/contracts/privacy/privacy'
import { Field } from '../../components/inputs/field.tsx'

type Props = { hint?: string; value: string; onChange: (reason: string) => void }

/** Asks for the reason for an action on a patient's data. */
export function ReasonField({ hint, value, onChange }: Props) {
  return (
    <Field label="Reason" {...(hint && { hint })} required>
      {(control) => (
        <input
          {...control}
          required
          maxLength={maxReason}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
