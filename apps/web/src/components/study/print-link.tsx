import { Printer } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { printPath } from '../../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

type Props = { patientId: string | null; studyId: string; className?: string }

/** Prints a patient's record in its own window. The window gets the session because it is opened from this one. */
export function PrintLink({ patientId, studyId, className }: Props) {
  return (
    <ButtonLink className={cx('max-lg:h-11', className)} to={printPath(patientId, studyId)} target="_blank" rel="opener">
      <Printer size={15} aria-hidden className="max-sm:hidden" />
      Print
    </ButtonLink>
  )
}
