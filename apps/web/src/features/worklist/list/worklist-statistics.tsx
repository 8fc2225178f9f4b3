import type { Role } from '@readroom/contracts/core/permissions'
import type { StudyStatistics } from '@readroom/contracts/studies/studies'
import { cx } from '../../../lib/cx.ts'

/** The statistics of each role, in order. */
const labels: Record<Role, readonly (readonly [string, (summary: StudyStatistics) => number | undefined])[]> = {
  admin: [
    ['Total', totalOf],
    ['Pending', ({ byTab }) => byTab.pending],
    ['In progress', ({ byTab }) => byTab.inprogress],
    ['Completed', ({ byTab }) => byTab.completed],
    ['Active labs', ({ activeLabs }) => activeLabs],
    ['Active doctors', ({ activeDoctors }) => activeDoctors],
  ],
  lab_staff: [
    ['Total', totalOf],
    ['Pending', ({ byTab }) => byTab.pending],
    ['Uploaded today', ({ uploadedToday }) => uploadedToday],
    ['Processing', ({ byTab }) => byTab.inprogress],
    ['Completed', ({ byTab }) => byTab.completed],
    ['Urgent', ({ urgentStudies }) => urgentStudies],
  ],
  doctor_account: [
    ['Total', totalOf],
    ['Today assigned', ({ todayAssigned }) => todayAssigned],
    ['Pending', ({ byTab }) => byTab.pending],
    ['Uploaded today', ({ uploadedToday }) => uploadedToday],
    ['Processing', ({ byTab }) => byTab.inprogress],
    ['Completed', ({ byTab }) => byTab.completed],
    ['Urgent', ({ urgentStudies }) => urgentStudies],
  ],
}

/** Returns the number of all studies the role sees, without filters. */
export function totalOf({ byTab }: StudyStatistics): number {
  return byTab.pending + byTab.inprogress + byTab.completed
}

/** Shows the role's statistics above the cards, below 1024 px. */
export function WorklistStatistics({ role, summary }: { role: Role; summary: StudyStatistics | undefined }) {
  return (
    <section aria-label="Statistics" className="shrink-0 border-b border-line bg-canvas px-4 py-1.5 lg:hidden">
      <dl
        className={cx(
          'grid gap-x-3 gap-y-1',
          labels[role].length > 6 ? 'grid-cols-[repeat(4,auto)] justify-between' : 'grid-cols-3 sm:grid-cols-6',
        )}
      >
        {labels[role].map(([label, figure]) => (
          <div key={label} className="flex min-w-0 flex-col-reverse">
            <dt className="truncate text-xs text-text-2">{label}</dt>
            <dd className="num leading-5 font-semibold">{(summary && figure(summary))?.toLocaleString('en-GB') ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
