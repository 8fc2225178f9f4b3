import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { marksAt } from '@readroom/contracts/studies/study-marks'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Fact, UrgencyBadge } from '../../../components/study/study-facts.tsx'
import { StudyMarks } from '../../../components/study/study-marks.tsx'
import { cx } from '../../../lib/cx.ts'

const mark = (
  <svg width="19" height="19" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden>
    <circle cx="10" cy="10" r="8.8" />
    <path d="M10 5.2a4.8 4.8 0 1 1-4.5 3.2" strokeLinecap="round" />
    <circle cx="10" cy="10" r="1.6" fill="currentColor" stroke="none" />
  </svg>
)

function Facts({ study }: { study: WorklistRow }) {
  const facts = [
    ['ID', study.patientId],
    ['Age/sex', study.ageGender],
    ['Accession', study.accessionNumber],
  ] as const
  return (
    <dl className="mt-0.5 flex min-w-0 flex-wrap gap-x-4 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-text-3">{label}</dt>
          <dd className="num font-medium">
            <Fact value={value} />
          </dd>
        </div>
      ))}
      <div className="min-w-0">
        <dt className="sr-only">Study</dt>
        <dd className="font-medium break-words">
          <Fact value={study.description} />
        </dd>
      </div>
    </dl>
  )
}

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
        <Facts study={study} />
      </div>
      {children}
    </header>
  )
}
