import { ChevronDown, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useImperativeHandle, useState } from 'react'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { ListView } from '../list/use-list-view.ts'
import type { ListsProps } from '../list/worklist.tsx'
import { ListsPanel } from './lists-panel.tsx'
import { useFolded } from './use-folded.ts'
import { type Lists, openList, useLists } from './use-lists.ts'

/** Shows the rail beside the worklist, unless it is folded. */
function Side(view: ListView) {
  const { folded, setFolded } = useFolded()
  if (folded) return null
  return (
    <aside aria-label="Lists" className="flex w-60 shrink-0 flex-col border-r border-line bg-canvas print:hidden">
      <div className="flex h-[43px] shrink-0 items-center border-b border-line bg-surface pr-2 pl-4">
        <h2 className="mr-auto font-medium">Lists</h2>
        <IconButton label="Hide lists" onClick={() => setFolded(true)}>
          <PanelLeftClose size={15} />
        </IconButton>
      </div>
      <ListsPanel {...view} />
    </aside>
  )
}

/** Shows the name of the opened list, and whether the view has changed since. */
function OpenedName({ opened }: Pick<Lists, 'opened'>) {
  return (
    <>
      <bdi className="truncate">{opened?.list.name ?? 'No list'}</bdi>
      {opened?.isChanged && <span className="shrink-0 text-xs text-text-3">changed</span>}
    </>
  )
}

/** Opens lists with the digit keys. */
function useNth(view: ListView, lists: Lists['lists']) {
  useImperativeHandle(view.openNth, () => (place: number) => {
    const list = lists[place - 1]
    if (list) openList(view, list)
  })
}

/** Shows the opened list and the button that unfolds the rail, if it is folded. */
function Head(view: ListView) {
  const { folded, setFolded } = useFolded()
  const { lists, opened } = useLists(view)
  useNth(view, lists)
  if (!folded) return null
  return (
    <div className="-mr-2 -ml-1.5 flex items-center gap-2 border-r border-line-strong pr-2">
      <button
        type="button"
        aria-label={`Show lists. ${opened?.list.name ?? 'No list'} is open`}
        data-tip="Show lists"
        onClick={() => setFolded(false)}
        className="flex h-7 max-w-48 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:bg-hover hover:text-text"
      >
        <PanelLeftOpen size={15} className="shrink-0 text-icon" aria-hidden />
        {opened && <OpenedName opened={opened} />}
      </button>
    </div>
  )
}

/** Shows the opened list above the cards, and a sheet with the others. */
function Top(view: ListView) {
  const [isOpen, setOpen] = useState(false)
  const { lists, opened } = useLists(view)
  useNth(view, lists)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex h-11 shrink-0 items-center gap-1.5 border-b border-line bg-surface px-4 text-left text-sm"
      >
        <span className="text-text-3">List</span>
        <OpenedName opened={opened} />
        <ChevronDown size={14} className="ml-auto shrink-0 text-icon" aria-hidden />
      </button>
      {isOpen && (
        <Dialog title="Lists" width="max-w-[440px]" onClose={close}>
          <ListsPanel {...view} onOpened={close} />
        </Dialog>
      )}
    </>
  )
}

const places = { side: Side, head: Head, top: Top } as const

/** Shows the user's saved lists, in one of their places. */
export function SavedLists({ place, ...view }: ListsProps) {
  const Place = places[place]
  return <Place {...view} />
}
