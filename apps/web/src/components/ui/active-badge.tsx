import { cx } from '../../lib/cx.ts'

/** Active or inactive: a word, and a dot that is filled or hollow. */
export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5', active ? 'text-green-fg' : 'text-text-3')}>
      <span
        aria-hidden
        className={cx('size-2 shrink-0 rounded-full border', active ? 'border-green-dot bg-green-dot' : 'border-grey-dot')}
      />
      {active ? 'Active' : 'Inactive'}
    </span>
  )
}
