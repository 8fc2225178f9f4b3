import type { Role } from '@readroom/contracts/permissions'
import type { StudyStatistics } from '@readroom/contracts/studies'

/** Specification 3: admin, lab and doctor stats. */
const labels: Record<Role, readonly (readonly [string, (summary: StudyStatistics) => number])[]> = {
  admin: [
    ['Total', totalOf],
    ['Pending', ({ byCategory }) => byCategory.pending],
    ['In progress', ({ byCategory }) => byCategory.inprogress],
    ['Completed', completedOf],
  ],
  lab_staff: [
    ['Total', totalOf],
    ['Pending', ({ byCategory }) => byCategory.pending],
    ['Uploaded today', ({ uploadedToday }) => uploadedToday],
    ['Processing', ({ byCategory }) => byCategory.inprogress],
    ['Completed', completedOf],
    ['Urgent', ({ urgentStudies }) => urgentStudies],
  ],
  doctor_account: [
    ['Total', totalOf],
    ['Today assigned', ({ todayAssigned }) => todayAssigned],
    ['Pending', ({ byCategory }) => byCategory.pending],
    ['Uploaded today', ({ uploadedToday }) => uploadedToday],
    ['Processing', ({ byCategory }) => byCategory.inprogress],
    ['Completed', completedOf],
    ['Urgent', ({ urgentStudies }) => urgentStudies],
  ],
}

/** All studies that the role sees, whatever is filtered. */
export function totalOf({ byCategory }: StudyStatistics): number {
  return byCategory.pending + byCategory.inprogress + completedOf({ byCategory })
}

function completedOf({ byCategory }: Pick<StudyStatistics, 'byCategory'>): number {
  return byCategory.completed + byCategory.final
}

/** The role's figures above the cards, below 1024 px. */
export function WorklistStatistics({ role, summary }: { role: Role; summary: StudyStatistics | undefined }) {
  return (
    <section aria-label="Statistics" className="shrink-0 border-b border-line bg-canvas px-4 py-2 lg:hidden">
      <dl className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
        {labels[role].map(([label, count]) => (
          <div key={label} className="flex gap-1">
            <dt className="text-text-3">{label}</dt>
            <dd className="num font-medium">{summary ? count(summary).toLocaleString('en-GB') : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
