import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { marksAt } from '@readroom/contracts/studies/study-marks'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Fact, IdentityFacts, UrgencyBadge } from '../../../components/study/study-facts.tsx'
import { StudyMarks } from '../../../components/study/study-marks.tsx'
import { cx } from '../../../lib/cx.ts'

const mark = (
  <svg width="19" height="19" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden>
    <circle cx="10" cy="10" r="8.8" />
    <path d="M10 5.2a4.8 4.8 0 1 1-4.5 3.2" strokeLinecap="round" />
    <circle cx="10" cy="10" r="1.6" fill="currentColor" stroke="none" />
  </svg>
)

type Props = { study: WorklistRow; back: string; children?: ReactNode }

/** Shows the patient and study that everything below is about. `back` is the list the reader came from. */
export function IdentityBar({ study, back, children }: Props) {
  return (
    <header
      className={cx(
        'flex min-h-15 shrink-0 items-center gap-4 border-b border-l-3 border-b-line bg-canvas px-4 py-1.5',
        isEmergency(study) ? 'border-l-urgent' : 'border-l-transparent',
      )}
    >
      <Link
        to={back}
        aria-label="Back to the worklist"
        data-tip="Back to the worklist"
        className="grid size-9 shrink-0 place-items-center rounded-sm text-accent hover:bg-hover max-lg:size-11"
      >
        {mark}
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-xl">
          <h1 className="min-w-0 font-semibold break-words">
            <Fact value={study.patientName} />
          </h1>
          <UrgencyBadge study={study} />
          <StudyMarks marks={marksAt('readingRoom', study)} notes={study.markNotes} words="always" />
          <span className="text-sm">
            <StatusLabel status={study.workflowStatus} />
          </span>
        </div>
        <IdentityFacts row={study} />
      </div>
      {children}
    </header>
  )
}
