import type { ReactNode } from 'react'

export const tickClass = 'flex h-7 min-w-0 items-center gap-2.5 rounded-sm text-sm max-lg:h-11'

/** The list with one value more or less. */
export function toggled<T>(values: readonly T[], value: T, on: boolean): T[] {
  const others = values.filter((other) => other !== value)
  return on ? [...others, value] : others
}

/** Choices of the panel under their name. */
export function FilterGroup({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <fieldset className="mt-3 border-t border-line pt-2.5">
      <legend className="float-left mb-1 w-full text-xs font-medium text-text-2">{title}</legend>
      <div className={`clear-both grid gap-x-4 ${className}`}>{children}</div>
    </fieldset>
  )
}
