import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Dialog } from '../../../../components/ui/dialog.tsx'

type Choice = { id: string; name: string; about: string }
type Props = {
  title: string
  label: string
  find: (search: string) => readonly Choice[]
  empty: string
  preview: (id: string) => ReactNode
  onPick: (id: string) => void
  onClose: () => void
  footer?: ReactNode
}

/** Shows a searchable list with a preview of the marked entry. Arrow keys mark, Enter picks. */
export function SearchDialog({ title, label, find, empty, preview, onPick, onClose, footer }: Props) {
  const listId = useId()
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(0)
  const choices = find(search)
  const at = Math.min(marked, choices.length - 1)
  const current = choices[at]
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) setMarked(Math.max(0, Math.min(choices.length - 1, at + by)))
    else if (event.key === 'Enter' && current) onPick(current.id)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <div className="grid min-h-0 gap-3 px-5 py-4">
        <input
          type="search"
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          data-autofocus
          className="h-9 w-full rounded-sm border border-line-strong bg-surface px-3 text-md max-lg:h-11 max-lg:text-[16px]"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setMarked(0)
          }}
          onKeyDown={move}
        />
        <p role="status" className={choices.length === 0 ? 'text-text-2' : 'sr-only'}>
          {choices.length === 0 ? empty : `${choices.length} found`}
        </p>
        <div className="grid min-h-0 gap-4 sm:grid-cols-2">
          <div id={listId} role="listbox" aria-label={title} className="max-h-[50dvh] overflow-y-auto">
            {choices.map(({ id, name, about }, index) => (
              <div
                key={id}
                id={`${listId}-${id}`}
                role="option"
                aria-selected={index === at}
                tabIndex={-1}
                className="cursor-pointer rounded-sm px-2 py-1.5 aria-selected:bg-accent-wash"
                onMouseMove={() => setMarked(index)}
                onClick={() => onPick(id)}
                onKeyDown={move}
              >
                <bdi className="block font-medium break-words">{name}</bdi>
                <span className="block text-xs break-words text-text-2">{about}</span>
              </div>
            ))}
          </div>
          {current && (
            <section aria-label="Preview" className="max-h-[50dvh] overflow-y-auto text-sm max-sm:hidden">
              {preview(current.id)}
            </section>
          )}
        </div>
      </div>
    </Dialog>
  )
}
