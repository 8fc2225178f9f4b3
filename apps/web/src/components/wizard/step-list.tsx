import { Check } from 'lucide-react'
import { cx } from '../../lib/cx.ts'

type Step = { title: string; caption: string }
type State = 'done' | 'current' | 'ahead'

const markLooks: Record<State, string> = {
  done: 'bg-accent-wash text-accent-text',
  current: 'bg-accent text-on-accent',
  ahead: 'border-[1.5px] border-line-strong text-text-2',
}
const stateWords: Record<State, string> = { done: 'Done: ', current: '', ahead: '' }

const stateOf = (index: number, current: number): State => (index < current ? 'done' : index === current ? 'current' : 'ahead')

/** Renders the steps and the current one: down the left side, or in a row above the form below 1024 px. */
export function StepList({ steps, current }: { steps: readonly Step[]; current: number }) {
  return (
    <ol aria-label="Steps" className="flex max-lg:mb-6 max-lg:gap-2 lg:w-55 lg:flex-col lg:pt-1">
      {steps.map(({ title, caption }, index) => {
        const state = stateOf(index, current)
        return (
          <li
            key={title}
            aria-current={state === 'current' ? 'step' : undefined}
            className="relative flex gap-3 max-lg:flex-1 max-lg:flex-col max-lg:gap-1.5 lg:min-h-[67px]"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute max-lg:top-[11px] max-lg:right-0 max-lg:left-8 max-lg:h-0.5 lg:top-7 lg:bottom-1 lg:left-[11px] lg:w-0.5',
                  state === 'done' ? 'bg-accent' : 'bg-line-strong',
                )}
              />
            )}
            <span
              aria-hidden
              className={cx('grid size-6 shrink-0 place-items-center rounded-full text-sm font-semibold', markLooks[state])}
            >
              {state === 'done' ? <Check size={13} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className="grid min-w-0 content-start lg:pt-0.5">
              <span className={cx('font-medium max-lg:text-sm', state === 'ahead' && 'text-text-2')}>
                <span className="sr-only">{stateWords[state]}</span>
                {title}
              </span>
              <bdi data-full className="truncate text-text-3 max-lg:hidden">
                {caption}
              </bdi>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
