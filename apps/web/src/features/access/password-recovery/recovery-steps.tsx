import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isUnsuccessful, serverMessageOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'

/** Returns the server's message, or `failed` for an unsuccessful answer, or a text about the network. */
export function errorText(error: unknown, failed: string): string {
  return serverMessageOf(error) ?? (isUnsuccessful(error) ? failed : 'Network error. Please try again.')
}

const steps = ['Email', 'Code', 'New password']

/** Shows the progress of the recovery. Completed steps have a check, the current one is filled. */
export function RecoverySteps({ current }: { current: number }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-2 text-sm">
      {steps.map((label, index) => {
        const number = index + 1
        const done = number < current
        return (
          <li key={label} aria-current={number === current ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span className="w-4 border-t border-line-strong" aria-hidden />}
            <span
              className={cx(
                'num grid size-5 place-items-center rounded-full border text-xs font-semibold',
                number === current && 'border-accent bg-accent text-on-accent',
                done && 'border-accent text-accent-text',
                number > current && 'border-line-strong text-text-3',
              )}
            >
              {done ? <Check size={12} role="img" aria-label="Done" /> : number}
            </span>
            <span className={number === current ? 'font-medium' : 'text-text-3'}>{label}</span>
          </li>
        )
      })}
    </ol>
  )
}

type Props = { title: string; focused: boolean; children: ReactNode }

/** Shows the heading of a step. It takes the focus if another step came before. */
export function StepHeading({ title, focused, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h2>
      <p className="mt-1 text-text-2">{children}</p>
    </div>
  )
}
