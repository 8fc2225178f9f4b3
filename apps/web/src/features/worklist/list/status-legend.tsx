import { studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { Info } from 'lucide-react'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Popover } from '../../../components/ui/popover.tsx'

export function StatusLegend() {
  return (
    <Popover
      label="Status legend"
      className="p-4"
      trigger={
        <Button look="quiet" className="max-lg:h-11" data-tip="Status legend">
          <Info size={15} className="text-icon" aria-hidden />
          <span className="lg:@max-[1280px]/list:sr-only">Status legend</span>
        </Button>
      }
    >
      <h2 className="mb-2 text-sm font-semibold">Status legend</h2>
      <ul className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
        {studyStatuses.map((status) => (
          <li key={status}>
            <StatusLabel status={status} />
          </li>
        ))}
      </ul>
      <p className="mt-3 max-w-90 border-t border-line pt-2 text-xs text-text-3">
        Hollow: not assigned. Part filled: with a doctor. Solid: reported.
      </p>
    </Popover>
  )
}
