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

/** Renders the state of the live connection. A connection that is only being opened is not announced as lost. */
export function LiveBadge({ className }: { className?: string }) {
  const status = useLiveStatus()
  const live = status === 'connected'
  return (
    <span
      // No aria-live: an open dialog would not hide an element that has it from screen readers.
      role={status === 'connecting' ? undefined : 'status'}
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
