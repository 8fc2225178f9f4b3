import { roleNames } from '@readroom/contracts/core/permissions'
import type { UserAccount } from '@readroom/contracts/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AddLink } from '../../../components/list/add-link.tsx'
import { RecordName, RowAction, Text } from '../../../components/list/list-cells.tsx'
import { ListPage } from '../../../components/list/list-page.tsx'
import type { ListColumn } from '../../../components/list/list-table.tsx'
import { useListPage } from '../../../components/list/use-list-page.ts'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { FilterChips } from '../../../components/ui/filter-chips.tsx'
import { useDialogUrl } from '../../../lib/dialog-url.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { useListUrl } from '../../../lib/lists/list-url.ts'
import { paths } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session/session.ts'
import { LeavingDoctorDialog } from '../../studies/assignments/leaving-doctor-dialog.tsx'
import { AccountStatus, LastUsed } from './account-cells.tsx'
import { actionsFor, deactivate, type UserAction } from './user-actions.ts'
import { UserConfirm } from './user-confirm.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import { userKeys, userPageOptions } from './users.queries.ts'

const columnsWith = (onSignIns: (user: UserAccount) => void): readonly ListColumn<UserAccount>[] => [
  {
    label: 'Account',
    className: '',
    cell: ({ fullName, email }) => (
      <RecordName name={fullName}>
        <Text value={email} />
      </RecordName>
    ),
  },
  {
    label: 'Role',
    className: 'w-40',
    cell: ({ role, labName }) => (
      <>
        <span className="block">{roleNames[role]}</span>
        {labName && <Text value={labName} className="text-xs text-text-3" />}
      </>
    ),
  },
  {
    label: 'Sessions',
    className: 'w-24 lg:text-right',
    cell: ({ runningSessions }) => <span className="num">{runningSessions.toLocaleString('en-GB')}</span>,
  },
  { label: 'Last used', className: 'w-40 lg:pl-4', cell: (user) => <LastUsed user={user} onOpen={() => onSignIns(user)} /> },
  {
    label: 'Status',
    className: 'w-36',
    cell: (user) => <AccountStatus user={user} />,
  },
]

type Asked = { user: UserAccount; action: UserAction }

/** Asks before an action. A doctor who leaves may have studies that must be moved first. */
function Confirm({ user, action, onDone, onClose }: Asked & { onDone: () => void; onClose: () => void }) {
  if (action !== deactivate || user.doctorId === null)
    return <UserConfirm user={user} action={action} onDone={onDone} onClose={onClose} />
  const doctor = { _id: user.doctorId, userId: user._id, fullName: user.fullName }
  return <LeavingDoctorDialog doctor={doctor} onDone={onDone} onClose={onClose} />
}

export default function UsersPage() {
  useTitle('Accounts')
  const client = useQueryClient()
  const me = useUser()
  const { role, invitation, of } = useListUrl()
  const { answer, chosen, change } = useListPage(userPageOptions({ role, invitation, of }), 'Failed to fetch accounts')
  const { open } = useDialogUrl('user')
  const rows = answer.data?.data ?? []
  const [asked, setAsked] = useState<Asked | null>(null)

  const others = (user: UserAccount) =>
    actionsFor(user).map((action) => (
      <RowAction key={action.label} destructive={action.destructive} onClick={() => setAsked({ user, action })}>
        {action.label}
      </RowAction>
    ))
  const own = (
    <ButtonLink to={paths.sessions} look="quiet" className="px-2! max-lg:h-11 max-lg:px-3!">
      Your sessions
    </ButtonLink>
  )
  const actions = (user: UserAccount) => (
    <>
      <RowAction onClick={() => open('edit', user._id)}>Edit</RowAction>
      {user._id === me._id ? own : others(user)}
    </>
  )
  return (
    <>
      <ListPage
        title="Accounts"
        subtitle="Accounts of administrators, laboratory staff and doctors"
        links={
          <>
            <Link
              to={paths.importPeople}
              className="inline-flex items-center px-1 font-medium text-accent-text hover:underline max-lg:h-11"
            >
              Import
            </Link>
            <Button className="max-lg:h-11" onClick={() => open('add-staff')}>
              Add Staff
            </Button>
            <AddLink to={paths.newAdmin} label="Add Administrator" />
          </>
        }
        noun="Accounts"
        withRoles
        narrowed={
          of !== '' && (
            <FilterChips
              name="Active filters"
              chips={[
                {
                  label: 'Staff of',
                  value: rows.find(({ labId }) => labId === of)?.labName ?? 'a laboratory',
                  without: { of: '' },
                },
              ]}
              change={change}
            />
          )
        }
        searchPlaceholder="Search accounts by name, email, username..."
        empty={{ title: 'No accounts found', hint: 'Add an administrator, a doctor or laboratory staff to create an account.' }}
        columns={columnsWith((user) => open('sign-ins', user._id))}
        actionsClass="w-96"
        nameOf={({ fullName }) => fullName}
        actions={actions}
        answer={answer}
        chosen={chosen}
        change={change}
      />
      <UserDialogs rows={rows} labId={of} reload={async () => (await answer.refetch()).data?.data} />
      {asked && (
        <Confirm
          {...asked}
          onDone={() => void client.invalidateQueries({ queryKey: userKeys.pages })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
