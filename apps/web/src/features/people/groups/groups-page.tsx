import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import type { Doctor } from '@readroom/contracts/people/doctors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { everyDoctorOptions } from '../../../lib/lists/doctors.queries.ts'
import { GroupDialog } from './group-dialog.tsx'
import { deleteGroup } from './groups.queries.ts'

/** Returns the names of a group's doctors, in the order of the doctors. */
const namesIn = ({ doctorIds }: DoctorGroup, doctors: readonly Doctor[]) =>
  doctors.filter(({ _id }) => doctorIds.includes(_id)).map(({ fullName }) => fullName)

const columnsOf = (doctors: readonly Doctor[]): ListColumn<DoctorGroup>[] => [
  {
    label: 'Group',
    className: 'w-72',
    cell: ({ name }) => <Text value={name} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />,
  },
  {
    label: 'Doctors',
    className: '',
    cell: (group) => <Text value={namesIn(group, doctors).join(', ') || 'No doctors'} className="max-lg:whitespace-normal" />,
  },
]

type Open = { kind: 'edit'; group: DoctorGroup | null } | { kind: 'delete'; group: DoctorGroup }

/** Shows the groups of doctors. Administrators change them. */
export default function GroupsPage() {
  useTitle('Groups of doctors')
  const { data: groups, error } = useQuery(doctorGroupsOptions)
  const { data: doctors, error: doctorsError } = useQuery(everyDoctorOptions)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const isMissing = (error && !groups) || (doctorsError && !doctors)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1">
            <h1 className="text-xl font-semibold">Groups of doctors</h1>
            <p className="mt-1 max-w-180 text-text-2">
              They filter the assign dialog and the workload. Automatic assignment of a laboratory can be limited to a group.
            </p>
          </div>
        </div>
        <div className="mt-4 flex items-center justify-end border-b border-line pb-2">
          <Button
            look="primary"
            className="max-lg:h-11"
            disabled={!doctors}
            onClick={() => setOpen({ kind: 'edit', group: null })}
          >
            Add group
          </Button>
        </div>
        {isMissing && <FormMessage tone="error">The groups could not be loaded.</FormMessage>}
        {!isMissing && !(groups && doctors) && <Loading />}
        {groups?.length === 0 && doctors && (
          <p className="mt-3 text-text-2">No groups yet. Add one, such as the neuroradiologists.</p>
        )}
        {groups && groups.length > 0 && doctors && (
          <ListTable
            label="Groups"
            columns={columnsOf(doctors)}
            rows={groups}
            keyOf={({ _id }) => _id}
            nameOf={({ name }) => name}
            actionsClass="w-36"
            stale={false}
            actions={(group) => (
              <>
                <RowAction onClick={() => setOpen({ kind: 'edit', group })}>Edit</RowAction>
                <RowAction destructive onClick={() => setOpen({ kind: 'delete', group })}>
                  Delete
                </RowAction>
              </>
            )}
          />
        )}
      </div>
      {open?.kind === 'edit' && doctors && <GroupDialog group={open.group} doctors={doctors} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmChange
          title="Delete group"
          action="Delete"
          change={() => deleteGroup(open.group)}
          done={({ message }) => message}
          failed="The group could not be deleted. Please try again."
          invalidates={[doctorGroupsOptions.queryKey]}
          onClose={close}
        >
          <p>The doctors stay.</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{open.group.name}</bdi>
          </p>
        </ConfirmChange>
      )}
    </main>
  )
}
