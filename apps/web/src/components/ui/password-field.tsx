import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & {
  label: string
  error?: string | undefined
  hint?: string
}

/** A password, hidden until its eye is pressed. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [visible, setVisible] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} required={input.required}>
      {(control) => (
        <div className="relative">
          <input {...control} {...input} type={visible ? 'text' : 'password'} className={`${control.className} pr-12`} />
          <button
            type="button"
            aria-label={visible ? 'Hide password' : 'Show password'}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-icon hover:text-text"
          >
            {visible ? <EyeOff size={16} /> : <Eye size={16} />}
          </button>
        </div>
      )}
    </Field>
  )
}
