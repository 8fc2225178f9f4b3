import { can } from '@readroom/contracts/core/permissions'
import type { SavedList } from '@readroom/contracts/worklist/saved-lists'
import { ArrowDown, ArrowUp, Copy, Ellipsis, Home, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/ui/menu.tsx'
import { useUser } from '../../../lib/session/session.ts'

/** The actions on a list. Undefined ones are not available. */
export type ListActions = {
  setDefault?: () => void
  edit?: () => void
  copy?: (() => void) | undefined
  moveUp?: (() => void) | undefined
  moveDown?: (() => void) | undefined
  remove?: () => void
}

type Props = { list: SavedList; opensFirst: boolean; actions: ListActions }

const icon = 14

export function ListMenu({ list, opensFirst, actions }: Props) {
  const { setDefault, edit, copy, moveUp, moveDown, remove } = actions
  const { role } = useUser()
  const entries = [
    [opensFirst ? 'Do not open with the dashboard' : 'Open with the dashboard', <Home key="first" size={icon} />, setDefault],
    [can(role, 'list.give') ? 'Rename or share' : 'Rename', <Pencil key="edit" size={icon} />, edit],
    ['Save a copy', <Copy key="copy" size={icon} />, copy],
    ['Move up', <ArrowUp key="up" size={icon} />, moveUp],
    ['Move down', <ArrowDown key="down" size={icon} />, moveDown],
    ['Delete', <Trash2 key="delete" size={icon} />, remove],
  ] as const
  return (
    <Menu
      label={`List ${list.name}`}
      trigger={
        <IconButton label={`More about ${list.name}`} size="sm" className="max-lg:size-11">
          <Ellipsis size={14} />
        </IconButton>
      }
    >
      {entries.map(
        ([label, symbol, onSelect]) =>
          onSelect && (
            <MenuItem key={label} icon={symbol} onSelect={onSelect}>
              {label}
            </MenuItem>
          ),
      )}
    </Menu>
  )
}
