import type { LeftStudy } from '@readroom/contracts/turnaround/automatic-assignment'
import { Button } from '../../../components/ui/button.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { assignmentOptions, releaseStudy } from './assignment.queries.ts'
import { StudyWords } from './study-words.tsx'

const whyWords: Record<LeftStudy['why'], string> = {
  manual: 'An administrator unassigned it',
  laboratory: 'Two laboratories claim it: choose one',
  patient: 'It is not sure whose images these are',
  paused: 'Paused until an answer comes',
}

/** Lists studies that automatic assignment leaves alone, and why. An administrator can leave those to it that were decided by hand. */
export function LeftStudies({ studies }: { studies: readonly LeftStudy[] }) {
  const { start, isBusy } = useChange({
    change: (study: LeftStudy) => releaseStudy(study.studyId),
    done: () => 'Left to automatic assignment',
    failed: 'The study could not be left to automatic assignment. Please try again.',
    invalidates: [assignmentOptions.queryKey],
  })
  return (
    <ul aria-label="Studies that wait for an administrator" className="divide-y divide-line border-y border-line">
      {studies.map((study) => (
        <li key={study.studyId} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
          <div className="min-w-0 flex-1 basis-60">
            <StudyWords study={study} />
          </div>
          <p className="min-w-0 flex-1 basis-60 break-words">{whyWords[study.why]}</p>
          {study.why === 'manual' && (
            <Button
              className="max-lg:h-11"
              disabled={isBusy}
              aria-label={`Let automatic assignment choose for ${study.patientName ?? 'N/A'}`}
              onClick={() => start(study)}
            >
              Let automatic assignment choose
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
