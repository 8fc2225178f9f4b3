import { X } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { type ChangeTatUrl, noMarks } from './tat-url.ts'
import type { ChosenMark } from './tat-words.ts'

/** What was chosen in the charts, each to be taken away. Absent when there is nothing. */
export function MarkChips({ marks, change }: { marks: readonly ChosenMark[]; change: ChangeTatUrl }) {
  if (marks.length === 0) return null
  return (
    <div className="tat-marks-chosen flex flex-wrap items-center gap-2 px-4 pb-2">
      <ul aria-label="Chosen in the charts" className="contents">
        {marks.map(({ label, value, without }) => (
          <li key={label} className="flex h-6 max-w-full items-center rounded-sm bg-press pl-2 text-sm max-lg:h-11">
            <span className="mr-1.5 whitespace-nowrap text-text-2">{label}</span>
            <bdi className="min-w-0 truncate font-medium">{value}</bdi>
            <button
              type="button"
              aria-label={`Remove filter ${label}`}
              onClick={() => change(without)}
              className="grid size-6 shrink-0 place-items-center rounded-sm text-icon hover:text-text max-lg:size-11"
            >
              <X size={13} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button look="link" className="max-lg:h-11" onClick={() => change({ ...noMarks, location: '', doctor: '' })}>
        Clear chosen
      </Button>
    </div>
  )
}
