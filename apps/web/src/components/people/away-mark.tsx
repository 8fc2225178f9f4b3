import type { Away } from '@readroom/contracts/studies/away'
import { useQuery } from '@tanstack/react-query'
import { cx } from '../../lib/cx.ts'
import { awayOptions, awayWords } from '../../lib/people/away.ts'

type Props = { away: Away | undefined; className?: string | undefined }

/** Marks a doctor who does not work now: off shift, absent, or not on this weekday. */
export function AwayMark({ away, className }: Props) {
  if (!away) return null
  return (
    <span
      className={cx(
        'num inline-block shrink-0 rounded-xs border border-line-strong px-1.5 text-xs font-regular text-text-2 lg:whitespace-nowrap',
        className,
      )}
    >
      {awayWords(away)}
    </span>
  )
}

/** Marks the doctor, if the doctor does not work now. */
export function DoctorAway({ doctorId, className }: { doctorId: string; className?: string }) {
  const { data } = useQuery(awayOptions)
  return <AwayMark away={data?.get(doctorId)} className={className} />
}
