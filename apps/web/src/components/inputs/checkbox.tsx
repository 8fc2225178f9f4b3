import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { cx } from '../../lib/cx.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  indeterminate?: boolean
  ref?: (element: HTMLInputElement | null) => void
}

export function Checkbox({ indeterminate = false, className, ref, ...props }: Props) {
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (element.current) element.current.indeterminate = indeterminate
  }, [indeterminate])
  const connect = (input: HTMLInputElement | null) => {
    element.current = input
    ref?.(input)
  }
  return <input ref={connect} type="checkbox" className={cx('tick', className)} {...props} />
}

type FieldProps = Props & { label: ReactNode; labelClass: string }

/** Renders a checkbox inside its label. */
export function CheckboxField({ label, labelClass, ...props }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the rule doesn't look inside Checkbox
    <label className={labelClass}>
      <Checkbox {...props} />
      {label}
    </label>
  )
}
