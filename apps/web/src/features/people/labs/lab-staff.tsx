import type { LabDetails } from '@readroom/contracts/people/labs'
import type { UserAccount } from '@readroom/contracts/people/users'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { ActiveBadge } from '../../../components/ui/state-badges.tsx'
import { plural } from '../../../lib/format.ts'
import { staffPath } from '../../../lib/paths.ts'
import { actionsFor, type UserAction } from '../users/user-actions.ts'
import { labStaffOptions } from '../users/users.queries.ts'

type Ask = (asked: { user: UserAccount; action: UserAction }) => void

const isAboutActivity = ({ label }: UserAction) => label === 'Activate' || label === 'Deactivate'

function Member({ user, onAsk }: { user: UserAccount; onAsk: Ask }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-48">
        <bdi className="block truncate font-medium">{user.fullName}</bdi>
        <bdi className="block truncate text-xs text-text-3">{user.email}</bdi>
      </div>
      <ActiveBadge active={user.canSignIn} />
      <div className="flex">
        <ButtonLink
          to={staffPath(user.labId ?? '', { dialog: 'edit', user: user._id })}
          look="quiet"
          className="px-2! max-lg:h-11"
          aria-label={`Edit ${user.fullName}`}
        >
          Edit
        </ButtonLink>
        {actionsFor(user)
          .filter(isAboutActivity)
          .map((action) => (
            <Button
              key={action.label}
              look="quiet"
              className="px-2! max-lg:h-11"
              aria-label={`${action.label} ${user.fullName}`}
              onClick={() => onAsk({ user, action })}
            >
              {action.label}
            </Button>
          ))}
      </div>
    </li>
  )
}

/** Shows the laboratory's staff. Accounts are edited on their own page, which has all the actions. */
export function StaffOfLab({ lab, onAsk }: { lab: LabDetails; onAsk: Ask }) {
  const { data, error } = useQuery(labStaffOptions(lab._id))
  const hidden = data ? data.pagination.totalRecords - data.data.length : 0
  return (
    <section aria-labelledby="lab-staff" className="border-t border-line pt-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id="lab-staff" className="mr-auto font-semibold">
          Staff
        </h3>
        <ButtonLink to={staffPath(lab._id, { dialog: 'add-staff' })} className="max-lg:h-11">
          Add Staff
        </ButtonLink>
      </div>
      {error && !data && <p className="text-red-fg">The staff could not be loaded.</p>}
      {data?.data.length === 0 && <p className="text-text-2">No staff accounts yet.</p>}
      <ul aria-label="Staff" className="border-t border-line empty:hidden">
        {data?.data.map((user) => (
          <Member key={user._id} user={user} onAsk={onAsk} />
        ))}
      </ul>
      {hidden > 0 && <p className="pt-2 text-sm text-text-2">And {plural(hidden, 'other')}, on the Accounts page.</p>}
    </section>
  )
}
