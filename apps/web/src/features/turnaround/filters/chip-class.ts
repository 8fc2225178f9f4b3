import { cx } from '../../../lib/cx.ts'

/** Returns the classes of a filter that is a small button, chosen or not. */
export const chipClass = (isChosen: boolean) =>
  cx(
    'inline-flex h-6 shrink-0 items-center gap-1 rounded-full border px-2.5 text-xs font-medium max-lg:h-11 max-lg:px-4 max-lg:text-sm',
    isChosen
      ? 'border-accent bg-accent-wash text-accent-text'
      : 'border-line-strong bg-surface text-text-2 hover:bg-hover hover:text-text',
  )
