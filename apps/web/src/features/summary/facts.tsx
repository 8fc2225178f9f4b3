import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/format.ts'

/** An instant in the clinic's zone, exact in its tip. */
export function When({ at }: { at: string }) {
  const { text, exact } = formatInstant(at)
  return (
    <time dateTime={at} data-tip={exact} className="num whitespace-nowrap">
      {text}
    </time>
  )
}

/** What was there before a change: struck through, where there was something. */
export function Former({ is, children }: { is: string | null; children: ReactNode }) {
  return is ? <s className="text-text-2">{children}</s> : children
}

/** A name in its own direction of writing. */
export function Name({ children }: { children: string }) {
  return <bdi className="font-medium">{children}</bdi>
}
