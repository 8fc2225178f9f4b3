import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cx } from '../../lib/cx.ts'
import { Field } from './field.tsx'

type Props = {
  label: string
  error?: string | undefined
  hint?: string
  /** Marked with a star, as its neighbours are. */
  marked?: boolean
  autoComplete: 'current-password' | 'new-password'
  registration: UseFormRegisterReturn
}

/** A password that can be shown while it is typed. */
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
