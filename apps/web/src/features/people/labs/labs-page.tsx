import type { Lab } from '@readroom/contracts/people/labs'
import { AddLink } from '../../../components/list/add-link.tsx'
import { RecordName, RowAction, Text } from '../../../components/list/list-cells.tsx'
import { ListPage } from '../../../components/list/list-page.tsx'
import type { ListColumn } from '../../../components/list/list-table.tsx'
import { useListPage } from '../../../components/list/use-list-page.ts'
import { ActiveBadge } from '../../../components/ui/state-badges.tsx'
import { useDialogUrl } from '../../../lib/dialog-url.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { LabDialogs } from './lab-dialogs.tsx'
import { labPageOptions } from './labs.queries.ts'

const columns: readonly ListColumn<Lab>[] = [
  {
    label: 'Lab Info',
    className: '',
    cell: ({ name, identifier }) => (
      <RecordName name={name}>
        <span className="num">ID: {identifier}</span>
      </RecordName>
    ),
  },
  {
    label: 'Contact',
    className: 'w-72',
    cell: ({ contactPerson, contactEmail }) => (
      <>
        <Text value={contactPerson} />
        <Text value={contactEmail} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Studies',
    className: 'w-24 lg:text-right',
    cell: ({ totalStudies }) => <span className="num">{totalStudies.toLocaleString('en-GB')}</span>,
  },
  {
    label: 'Staff',
    className: 'w-32 lg:text-right',
    cell: ({ activeStaff, totalStaff }) => (
      <>
        <span className="num block">
          {activeStaff} / {totalStaff}
        </span>
        <span className="block text-xs text-text-3">Active / Total</span>
      </>
    ),
  },
  { label: 'Status', className: 'w-28 lg:pl-4', cell: ({ isActive }) => <ActiveBadge active={isActive} /> },
]

export default function LabsPage() {
  useTitle('Labs Management')
  const { answer, chosen, change } = useListPage(labPageOptions, 'Failed to fetch labs')
  const { open } = useDialogUrl('lab')
  return (
    <>
      <ListPage
        title="Labs Management"
        subtitle="Manage all registered laboratories"
        links={<AddLink to={paths.newLab} label="Add New Lab" />}
        noun="Labs"
        searchPlaceholder="Search labs by name, identifier, email..."
        empty={{ title: 'No labs found', hint: 'Get started by creating a new lab.' }}
        columns={columns}
        actionsClass="w-44"
        nameOf={({ name }) => name}
        actions={({ _id }) => (
          <>
            <RowAction onClick={() => open('view', _id)}>View</RowAction>
            <RowAction onClick={() => open('edit', _id)}>Edit</RowAction>
            <RowAction destructive onClick={() => open('delete', _id)}>
              Delete
            </RowAction>
          </>
        )}
        answer={answer}
        chosen={chosen}
        change={change}
      />
      <LabDialogs rows={answer.data?.data ?? []} />
    </>
  )
}
