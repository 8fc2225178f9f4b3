import type { Role } from '@readroom/contracts/core/permissions'
import type { StudyStatistics } from '@readroom/contracts/studies/studies'
import type { ReactNode } from 'react'

type Figure = readonly [string, (summary: StudyStatistics) => number | undefined]

const uploadedToday: Figure = ['Uploaded today', (summary) => summary.uploadedToday]
const urgent: Figure = ['Urgent', (summary) => summary.urgentStudies]

/** The statistics of each role beside the counts of the tabs, in order. */
const figures: Record<Role, readonly Figure[]> = {
  admin: [
    ['Active labs', ({ activeLabs }) => activeLabs],
    ['Active doctors', ({ activeDoctors }) => activeDoctors],
  ],
  lab_staff: [uploadedToday, urgent],
  doctor_account: [['Today assigned', ({ todayAssigned }) => todayAssigned], uploadedToday, urgent],
}

/** Returns the number of all studies the role sees, without filters. */
export function totalOf({ byTab }: StudyStatistics): number {
  return byTab.pending + byTab.inprogress + byTab.completed
}

type Props = { role: Role; summary: StudyStatistics | undefined; children: ReactNode }

/** Shows the statistics panel below 1024 px: the tabs with their counts (`children`) and the role's other figures, each count once. */
export function WorklistStatistics({ role, summary, children }: Props) {
  return (
    <section aria-label="Statistics" className="shrink-0 border-b border-line bg-surface">
      {children}
      <dl className="flex flex-wrap gap-x-4 px-4 py-1 text-sm">
        {figures[role].map(([label, figure]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-text-2">{label}</dt>
            <dd className="num font-semibold">{(summary && figure(summary))?.toLocaleString('en-GB') ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
