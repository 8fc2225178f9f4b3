import { roleNames } from '@readroom/contracts/permissions'
import type { UserAccount } from '@readroom/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordName, Text } from '../../components/list/list-cells.tsx'
import { ListLinks } from '../../components/list/list-links.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import type { ListColumn } from '../../components/list/list-table.tsx'
import { RowAction } from '../../components/list/row-action.tsx'
import { useListPage } from '../../components/list/use-list-page.ts'
import { ActiveBadge } from '../../components/ui/active-badge.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { formatInstant } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useListUrl } from '../../lib/lists/list-url.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../lib/session/session.ts'
import { actionsFor, type UserAction } from './user-actions.ts'
import { UserConfirm } from './user-confirm.tsx'
import { userKeys, userPageOptions } from './users.queries.ts'

function LastUsed({ at }: { at: string | null }) {
  if (!at) return <span className="text-text-3">Never</span>
  const { text, exact } = formatInstant(at)
  return (
    <time dateTime={at} data-tip={exact} className="num">
      {text}
    </time>
  )
}

const columns: readonly ListColumn<UserAccount>[] = [
  {
    label: 'Person',
    className: '',
    cell: ({ fullName, email }) => (
      <RecordName name={fullName}>
        <Text value={email} />
      </RecordName>
    ),
  },
  {
    label: 'Role',
    className: 'w-44',
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
  { label: 'Last used', className: 'w-40 lg:pl-4', cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
  {
    label: 'Status',
    className: 'w-36',
    cell: ({ isActive, canSignIn, mustChangePassword, hasSecondFactor }) => (
      <>
        <ActiveBadge active={canSignIn} />
        {isActive && !canSignIn && <span className="block text-xs text-text-3">Laboratory inactive</span>}
        {canSignIn && mustChangePassword && <span className="block text-xs text-text-3">First sign-in pending</span>}
        {hasSecondFactor && <span className="block text-xs text-text-3">Two steps</span>}
      </>
    ),
  },
]

export default function UsersPage() {
  useTitle('Accounts')
  const client = useQueryClient()
  const me = useUser()
  const { role } = useListUrl()
  const { answer, chosen, change } = useListPage(userPageOptions(role), 'Failed to fetch accounts')
  const [asked, setAsked] = useState<{ user: UserAccount; action: UserAction } | null>(null)

  const actions = (user: UserAccount) => {
    if (user._id === me._id) {
      return (
        <ButtonLink to={paths.sessions} look="quiet" className="px-2! max-lg:h-11 max-lg:px-3!">
          Your sessions
        </ButtonLink>
      )
    }
    return actionsFor(user).map((action) => (
      <RowAction key={action.label} destructive={action.destructive} onClick={() => setAsked({ user, action })}>
        {action.label}
      </RowAction>
    ))
  }
  return (
    <>
      <ListPage
        title="Accounts"
        subtitle="Sign-ins of administrators, laboratory staff and doctors"
        links={<ListLinks to={paths.newAdmin} label="Add Administrator" />}
        noun="Accounts"
        withRoles
        searchPlaceholder="Search accounts by name, email, username..."
        empty={{ title: 'No accounts found', hint: 'Accounts are made with laboratories, doctors and administrators.' }}
        columns={columns}
        actionsClass="w-80"
        nameOf={({ fullName }) => fullName}
        actions={actions}
        answer={answer}
        chosen={chosen}
        change={change}
      />
      {asked && (
        <UserConfirm
          {...asked}
          onDone={() => void client.invalidateQueries({ queryKey: userKeys.pages })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
