import { cx } from '../../lib/cx.ts'
import { useLiveStatus } from '../../lib/live-status.ts'

/** Renders the state active or inactive as a word and a filled or hollow dot. */
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

export function LiveBadge({ className }: { className?: string }) {
  const live = useLiveStatus() === 'connected'
  return (
    <span
      role="status"
      className={cx('inline-flex items-center gap-1.5 font-medium', live ? 'text-green-fg' : 'text-text-3', className)}
    >
      <span
        aria-hidden
        className={cx('size-2 rounded-full border', live ? 'border-green-dot bg-green-dot' : 'border-grey-dot')}
      />
      {live ? 'Live' : 'Offline'}
    </span>
  )
}
