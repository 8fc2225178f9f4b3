import { can } from '@readroom/contracts/core/permissions'
import { ChevronDown, KeyRound, LogOut, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { Menu, MenuItem } from '../components/ui/menu.tsx'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session/session.ts'
import { signOut } from '../lib/session/sign-out.ts'

/** Returns the initials of the first and the last name, without a title. */
export function initialsOf(fullName: string): string {
  const words = fullName
    .trim()
    .replace(/^(dr|prof|mr|mrs|ms)\.?\s+/i, '')
    .split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

type Props = { fullName: string; role: string }

export function UserMenu({ fullName, role }: Props) {
  const navigate = useNavigate()
  const user = useUser()
  return (
    <Menu
      label="User menu"
      trigger={
        <button
          type="button"
          className="flex shrink-0 items-center gap-1 rounded-sm p-0.5 text-icon hover:text-text max-lg:min-h-11"
        >
          <span className="grid size-7 place-items-center rounded-full bg-accent-wash text-xs font-semibold text-accent-text">
            {initialsOf(fullName)}
          </span>
          <span className="sr-only">{`User menu of ${fullName}, ${role}`}</span>
          <ChevronDown size={14} aria-hidden className="max-lg:hidden" />
        </button>
      }
    >
      <div className="border-b border-line px-2.5 pt-1 pb-2 text-sm">
        <bdi className="font-semibold">{fullName}</bdi>
        <p className="text-text-3">{role}</p>
      </div>
      {!user.mustChangePassword && !user.mustEnrol && (
        <>
          {can(user.role, 'profile.edit') && (
            <MenuItem icon={<UserRound size={14} />} onSelect={() => navigate(paths.ownProfile)}>
              My Profile
            </MenuItem>
          )}
          <MenuItem icon={<KeyRound size={14} />} onSelect={() => navigate(paths.changePassword)}>
            Change Password
          </MenuItem>
          <MenuItem icon={<MonitorSmartphone size={14} />} onSelect={() => navigate(paths.sessions)}>
            Sessions
          </MenuItem>
          <MenuItem icon={<ShieldCheck size={14} />} onSelect={() => navigate(paths.signInSecurity)}>
            Sign-in Security
          </MenuItem>
        </>
      )}
      <MenuItem icon={<LogOut size={14} />} onSelect={() => signOut()}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
