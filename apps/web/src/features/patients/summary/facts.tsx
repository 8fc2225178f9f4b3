import type { ReactNode } from 'react'
import { formatInstant } from '../../../lib/format.ts'

/** Shows an instant in the clinic's zone, with the exact time as a tip. */
export function When({ at }: { at: string }) {
  const { text, exact } = formatInstant(at)
  return (
    <time dateTime={at} data-tip={exact} className="num whitespace-nowrap">
      {text}
    </time>
  )
}

/** Shows the value before a change, struck through if there was one. */
export function Former({ is, children }: { is: string | null; children: ReactNode }) {
  return is ? <s className="text-text-2">{children}</s> : children
}

/** Shows a name, isolated in its own writing direction. */
export function Name({ children }: { children: string }) {
  return <bdi className="font-medium">{children}</bdi>
}
