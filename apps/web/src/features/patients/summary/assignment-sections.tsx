import type { StudySummary, SummaryAssignment } from '@readroom/contracts/patients/summary'
import { Fact } from '../../../components/study/study-facts.tsx'
import { ActiveBadge } from '../../../components/ui/state-badges.tsx'
import { type FactColumn, FactTable, Section } from './fact-table.tsx'
import { Name, When } from './facts.tsx'

const none = 'No Records Found...!'

const assignmentColumns: FactColumn<SummaryAssignment>[] = [
  { head: 'Assignment no.', cell: ({ assignmentNo }) => assignmentNo, className: 'num w-28', wide: true },
  {
    head: 'Doctor',
    cell: ({ doctorName, assignmentNo, specialization }) => (
      <>
        <Name>{doctorName}</Name>
        <span className="block text-sm text-text-2 sm:hidden">
          No. {assignmentNo}, <Fact value={specialization} />
        </span>
      </>
    ),
  },
  { head: 'Specialization', cell: ({ specialization }) => <Fact value={specialization} />, wide: true },
  {
    head: 'Date assigned',
    cell: ({ assignedAt, assignedBy }) => (
      <span data-tip={`by ${assignedBy ?? 'automatic assignment'}`}>
        <When at={assignedAt} />
      </span>
    ),
    className: 'w-36',
  },
  { head: 'State', cell: ({ isActive }) => <ActiveBadge active={isActive} />, className: 'w-20' },
]

type Link = StudySummary['assignmentChain'][number]

const chainColumns: FactColumn<Link>[] = [
  { head: 'Step', cell: (_link, index) => index + 1, className: 'num w-12 sm:w-28' },
  { head: 'Doctor', cell: ({ doctorName }) => <Name>{doctorName}</Name> },
  { head: 'Date', cell: ({ assignedAt }) => <When at={assignedAt} />, className: 'w-36' },
  { head: 'State', cell: ({ isActive }) => <ActiveBadge active={isActive} />, className: 'w-20' },
]

function Current({ assignments }: { assignments: readonly SummaryAssignment[] }) {
  if (assignments.length === 0) return <span className="text-text-3">Not assigned</span>
  return (
    <ul className="grid gap-y-1">
      {assignments.map(({ assignmentNo, doctorName, assignedAt }) => (
        <li key={assignmentNo} className="flex flex-wrap justify-end gap-x-2 max-sm:justify-start">
          <Name>{doctorName}</Name>
          <span className="text-text-2">
            since <When at={assignedAt} />
          </span>
          <ActiveBadge active />
        </li>
      ))}
    </ul>
  )
}

/** Shows the current and the former assignments of the study. */
export function AssignmentSections({ summary }: { summary: StudySummary }) {
  return (
    <>
      <Section title="Current Assignment" aside={<Current assignments={summary.currentAssignments} />} />
      <Section title="Assignment Information">
        <FactTable label="Assignment Information" columns={assignmentColumns} rows={summary.assignments} empty={none} />
      </Section>
      <Section title="Assignment Chain History">
        <FactTable label="Assignment Chain History" columns={chainColumns} rows={summary.assignmentChain} empty={none} />
      </Section>
    </>
  )
}
