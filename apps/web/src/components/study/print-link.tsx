import { Printer } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { printPath } from '../../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

type Props = { patientId: string | null; studyId: string; className?: string }

/** Prints a patient's record, in a window of its own: as one that is opened from here it has the session with it. */
export function PrintLink({ patientId, studyId, className }: Props) {
  return (
    <ButtonLink className={cx('max-lg:h-11', className)} to={printPath(patientId, studyId)} target="_blank" rel="opener">
      <Printer size={15} aria-hidden className="max-sm:hidden" />
      Print
    </ButtonLink>
  )
}
