import { ChevronDown, LogOut } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { Menu, MenuItem } from '../components/ui/menu.tsx'
import { initialsOf } from './greeting.ts'
import { paths } from './paths.ts'
import { signOut } from './sign-out.ts'

type Props = { fullName: string; role: string }

export function UserMenu({ fullName, role }: Props) {
  const navigate = useNavigate()
  const leave = () => {
    signOut()
    navigate(paths.login, { replace: true })
  }
  return (
    <Menu
      label="User menu"
      trigger={
        <button
          type="button"
          aria-label={`User menu of ${fullName}, ${role}`}
          className="flex shrink-0 items-center gap-1 rounded-sm p-0.5 text-icon hover:text-text max-lg:min-h-11"
        >
          <span className="grid size-7 place-items-center rounded-full bg-accent-wash text-xs font-semibold text-accent-text">
            {initialsOf(fullName)}
          </span>
          <ChevronDown size={14} aria-hidden className="max-lg:hidden" />
        </button>
      }
    >
      <div className="border-b border-line px-2.5 pt-1 pb-2 text-sm lg:hidden">
        <bdi className="font-semibold">{fullName}</bdi>
        <p className="text-text-3">{role}</p>
      </div>
      <MenuItem icon={<LogOut size={14} />} onSelect={leave}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
