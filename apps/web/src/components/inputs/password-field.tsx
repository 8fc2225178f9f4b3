import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { Field } from './field.tsx'

type Props = {
  label: string
  error?: string | undefined
  hint?: string
  /** Shows a star, as the fields around it do. */
  marked?: boolean
  autoComplete: 'current-password' | 'new-password'
  /** The name, ref and change handlers that a form registers on the field. */
  registration: ComponentProps<'input'>
}

/** Renders a password field with a button to show the password. */
export function PasswordField({ label, error, hint, marked, autoComplete, registration }: Props) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <Field label={label} error={error} hint={hint} required={marked}>
      {(control) => (
        <div className="relative">
          <input
            type={visible ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            {...control}
            className={cx(control.className, 'pr-12')}
            {...registration}
          />
          <button
            type="button"
            aria-label={`${visible ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-icon enabled:hover:text-text disabled:text-text-disabled"
          >
            <Icon size={16} />
          </button>
        </div>
      )}
    </Field>
  )
}
