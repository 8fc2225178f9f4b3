import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { ReactNode } from 'react'
import { Fact, UrgencyBadge } from './study-facts.tsx'

type Props = {
  study: Pick<WorklistRow, 'patientName' | 'patientId' | 'description' | 'caseType' | 'priority'>
  /** Its deadline. */
  children: ReactNode
}

/** Renders a study of a list in a dialog. On a narrow screen the examination and the deadline go to the next line. */
export function StudyLine({ study, children }: Props) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <Fact value={study.patientName} className="min-w-0 font-medium break-words" />
      <UrgencyBadge study={study} />
      <Fact value={study.patientId} className="num text-text-2" />
      <Fact value={study.description} className="min-w-32 flex-1 truncate text-text-2" />
      <span className="ml-auto">{children}</span>
    </span>
  )
}
