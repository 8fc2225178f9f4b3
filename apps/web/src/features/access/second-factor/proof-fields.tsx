import { Field } from '../../../components/inputs/field.tsx'
import { cx } from '../../../lib/cx.ts'

type Props = { value: string; onChange: (value: string) => void }

/** Asks for the account's current password. */
export function OwnPasswordField({ value, onChange }: Props) {
  return (
    <Field label="Your password" required>
      {(control) => (
        <input
          type="password"
          autoComplete="current-password"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        />
      )}
    </Field>
  )
}

export function CodeField({ value, onChange, label, hint }: Props & { label: string; hint: string }) {
  return (
    <Field label={label} hint={hint} required>
      {(control) => (
        <input
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...control}
          className={cx(control.className, 'num')}
        />
      )}
    </Field>
  )
}
