import { cx } from '../../lib/cx.ts'

type Props = { className?: string; markClass?: string; size?: number }

export function Brand({ className, markClass = 'text-accent', size = 19 }: Props) {
  return (
    <span className={cx('inline-flex items-center gap-2 font-semibold', className)}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        className={markClass}
        aria-hidden
      >
        <circle cx="10" cy="10" r="8.8" />
        <path d="M10 5.2a4.8 4.8 0 1 1-4.5 3.2" strokeLinecap="round" />
        <circle cx="10" cy="10" r="1.6" fill="currentColor" stroke="none" />
      </svg>
      Readroom
    </span>
  )
}
