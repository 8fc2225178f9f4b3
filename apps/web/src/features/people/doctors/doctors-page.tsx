import type { DoctorProfile } from '@readroom/contracts/people/doctors'
import { AddLink } from '../../../components/list/add-link.tsx'
import { RecordName, RowAction, Text } from '../../../components/list/list-cells.tsx'
import { ListPage } from '../../../components/list/list-page.tsx'
import type { ListColumn } from '../../../components/list/list-table.tsx'
import { useListPage } from '../../../components/list/use-list-page.ts'
import { DoctorAway } from '../../../components/people/away-mark.tsx'
import { ActiveBadge } from '../../../components/ui/state-badges.tsx'
import { useDialogUrl } from '../../../lib/dialog-url.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { DoctorDialogs } from './doctor-dialogs.tsx'
import { doctorPageOptions } from './doctors.queries.ts'

const columns: readonly ListColumn<DoctorProfile>[] = [
  {
    label: 'Doctor',
    className: '',
    cell: ({ userAccount: { fullName, email } }) => (
      <RecordName name={fullName}>
        <Text value={email} />
      </RecordName>
    ),
  },
  {
    label: 'Specialization',
    className: 'w-60',
    cell: ({ specialization, department }) => (
      <>
        <Text value={specialization} />
        {department && <Text value={department} className="text-xs text-text-3" />}
      </>
    ),
  },
  { label: 'License', className: 'w-36', cell: ({ licenseNumber }) => <Text value={licenseNumber} className="num" /> },
  {
    label: 'Status',
    className: 'w-44',
    cell: ({ _id, userAccount, isActiveProfile }) => (
      <>
        <ActiveBadge active={userAccount.isActive} />
        {userAccount.isActive && !isActiveProfile && <span className="block text-xs text-text-3">Profile inactive</span>}
        <DoctorAway doctorId={_id} className="mt-0.5" />
      </>
    ),
  },
  {
    label: 'Experience',
    className: 'w-28',
    cell: ({ yearsOfExperience }) => (
      <Text value={yearsOfExperience === null ? null : `${yearsOfExperience} years`} className="num" />
    ),
  },
]

export default function DoctorsPage() {
  useTitle('Doctors Management')
  const { answer, chosen, change } = useListPage(doctorPageOptions, 'Failed to fetch doctors')
  const { open } = useDialogUrl('doctor')
  return (
    <>
      <ListPage
        title="Doctors Management"
        subtitle="Manage all registered doctors"
        links={<AddLink to={paths.newDoctor} label="Add New Doctor" />}
        noun="Doctors"
        searchPlaceholder="Search doctors by name, email, specialization..."
        empty={{ title: 'No doctors found', hint: 'Get started by creating a new doctor.' }}
        columns={columns}
        actionsClass="w-68"
        nameOf={({ userAccount }) => userAccount.fullName}
        actions={({ _id, userAccount }) => (
          <>
            <RowAction onClick={() => open('edit', _id)}>Edit</RowAction>
            <RowAction onClick={() => open('presence', _id)}>Shifts</RowAction>
            {userAccount.isActive && <RowAction onClick={() => open('deactivate', _id)}>Deactivate</RowAction>}
            <RowAction destructive onClick={() => open('delete', _id)}>
              Delete
            </RowAction>
          </>
        )}
        answer={answer}
        chosen={chosen}
        change={change}
      />
      <DoctorDialogs rows={answer.data?.data ?? []} />
    </>
  )
}
