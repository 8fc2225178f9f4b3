import type { SavedList } from '@readroom/contracts/saved-lists'
import { ArrowDown, ArrowUp, Copy, Ellipsis, Home, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'

/** What can be done with a list; those that are missing cannot. */
export type ListActions = {
  setDefault: () => void
  edit?: () => void
  update?: (() => void) | undefined
  copy?: (() => void) | undefined
  moveUp?: (() => void) | undefined
  moveDown?: (() => void) | undefined
  remove?: () => void
}

type Props = { list: SavedList; opensFirst: boolean; actions: ListActions }

const icon = 14

export function ListMenu({ list, opensFirst, actions }: Props) {
  const { setDefault, edit, update, copy, moveUp, moveDown, remove } = actions
  const entries = [
    [opensFirst ? 'Do not open first' : 'Open with the dashboard', <Home key="first" size={icon} />, setDefault],
    ['Rename or give', <Pencil key="edit" size={icon} />, edit],
    ['Update to what is shown', <RefreshCw key="update" size={icon} />, update],
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
