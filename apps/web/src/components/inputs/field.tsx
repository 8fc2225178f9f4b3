import { type ReactNode, useId } from 'react'
import { cx } from '../../lib/cx.ts'

export type FieldControl = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined; className: string }

type Props = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** Shows a star. The control itself carries the `required` attribute. */
  required?: boolean | undefined
  children: (control: FieldControl) => ReactNode
}

const inputClass =
  'form-control h-9 w-full rounded-sm border border-line-strong bg-surface px-3 text-md text-text outline-none disabled:bg-sunken disabled:text-text-2 focus:border-focus focus:ring-2 focus:ring-focus/30 aria-invalid:border-red-dot max-lg:h-11 max-lg:text-[16px]'

/** Renders a labelled control with its hint or error attached. */
export function Field({ label, error, hint, required, children }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className={cx('mb-1 block text-xs font-medium text-text-2', required && 'starred')}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': note ? `${id}-note` : undefined,
        className: inputClass,
      })}
      {note && (
        <p id={`${id}-note`} className={cx('mt-1 text-xs first-letter:uppercase', error ? 'text-red-fg' : 'text-text-3')}>
          {note}
        </p>
      )}
    </div>
  )
}
