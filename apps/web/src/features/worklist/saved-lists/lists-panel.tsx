import { isBuiltIn, type SavedList } from '@readroom/contracts/worklist/saved-lists'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { cx } from '../../../lib/cx.ts'
import type { ListView } from '../list/use-list-view.ts'
import { type ListActions, ListMenu } from './list-menu.tsx'
import { ListQuestions, type Question } from './list-questions.tsx'
import { ListRow } from './list-row.tsx'
import { listCountsOptions } from './saved-lists.queries.ts'
import { type ListChanges, useListChanges } from './use-list-changes.ts'
import { type Lists, openList, useLists } from './use-lists.ts'

/** The number of lists that have a digit key. */
const withKey = 9

type ItemsProps = {
  lists: Lists
  view: ListView
  changes: ListChanges
  onAsk: (question: Question) => void
  onOpened: () => void
}

/** Returns the order of the user's own lists with one of them moved. Undefined if it can't move further. */
export function movedList(own: readonly SavedList[], { _id }: SavedList, by: 1 | -1): string[] | undefined {
  const ids = own.map((list) => list._id)
  const to = ids.indexOf(_id) + by
  if (!ids.includes(_id) || to < 0 || to >= ids.length) return undefined
  const others = ids.filter((id) => id !== _id)
  others.splice(to, 0, _id)
  return others
}

function actionsOf(list: SavedList, { lists, changes, onAsk }: ItemsProps): ListActions {
  const setDefault = () => void changes.setDefault(list._id === lists.defaultListId ? null : list)
  const copy = list.query ? () => onAsk({ ask: 'save', from: list }) : undefined
  if (!list.isOwn) return isBuiltIn(list) ? { copy } : { setDefault, copy }
  const own = lists.lists.filter(({ isOwn }) => isOwn)
  const [up, down] = [movedList(own, list, -1), movedList(own, list, 1)]
  return {
    setDefault,
    copy,
    edit: () => onAsk({ ask: 'edit', list }),
    moveUp: up && (() => void changes.order(up)),
    moveDown: down && (() => void changes.order(down)),
    remove: () => onAsk({ ask: 'remove', list }),
  }
}

/** Shows the actions on an opened list after its view has changed. */
function Changed({ list, view, changes, onAsk }: ItemsProps & { list: SavedList }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 py-0.5 pr-1 pl-2 text-xs text-text-2">
      <span className="mr-auto">Changed</span>
      {list.isOwn && (
        <Button look="link" className="max-lg:h-11" onClick={() => void changes.update(list, view.current)}>
          Update
        </Button>
      )}
      <Button look="link" className="max-lg:h-11" onClick={() => onAsk({ ask: 'save', from: null })}>
        Save as new
      </Button>
    </div>
  )
}

/** Shows the rows of some of the lists. */
function Items({ of, ...props }: ItemsProps & { of: readonly SavedList[] }) {
  const { lists, view, onOpened } = props
  const { data: counts, isError } = useQuery(listCountsOptions)
  const item = (list: SavedList) => {
    const isOpen = lists.opened?.list._id === list._id
    const opensFirst = list._id === lists.defaultListId
    const index = lists.lists.indexOf(list)
    return (
      <li key={list._id}>
        <ListRow
          list={list}
          place={index < withKey ? index + 1 : null}
          counted={isError ? undefined : counts?.get(list._id)}
          isOpen={isOpen}
          opensFirst={opensFirst}
          onOpen={() => openList(view, list) && onOpened()}
          menu={<ListMenu list={list} opensFirst={opensFirst} actions={actionsOf(list, props)} />}
        />
        {isOpen && lists.opened?.isChanged && <Changed list={list} {...props} />}
      </li>
    )
  }
  return <ul className="grid grid-cols-[minmax(0,1fr)] gap-px">{of.map(item)}</ul>
}

function NoList({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className={cx(
        'mb-1 flex h-8 w-full items-center rounded-sm px-2 text-left max-lg:h-11',
        isOpen ? 'bg-press font-medium' : 'hover:bg-hover',
      )}
    >
      No list
    </button>
  )
}

function Instead({ lists: { lists, isPending, isError, retry } }: { lists: Lists }): ReactNode {
  if (isError)
    return (
      <p className="px-2 py-2 text-sm text-text-2">
        The lists could not be loaded.
        <Button look="link" className="max-lg:h-11" onClick={retry}>
          Try again
        </Button>
      </p>
    )
  if (isPending || lists.length > 0) return null
  return <p className="px-2 py-2 text-sm text-text-3">Filter the worklist, then save the filters here as a list.</p>
}

const nothing = () => undefined

/** Shows all lists with their counts and actions. Calls `onOpened` when one is opened. */
export function ListsPanel({ onOpened = nothing, ...view }: ListView & { onOpened?: () => void }) {
  const lists = useLists(view)
  const changes = useListChanges()
  const [question, setQuestion] = useState<Question | null>(null)
  const props: ItemsProps = { lists, view, changes, onAsk: setQuestion, onOpened }
  const own = lists.lists.filter(({ isOwn }) => isOwn)
  const given = lists.lists.filter((list) => !list.isOwn && !isBuiltIn(list))
  const groups = [['Shared with you', given] as const, ['Built in', lists.lists.filter(isBuiltIn)] as const]
  const others = groups.filter(([, of]) => of.length > 0)
  const openNone = () => {
    view.openNone()
    onOpened()
  }
  return (
    <>
      <nav aria-label="Saved lists" className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        <NoList isOpen={!lists.opened} onOpen={openNone} />
        {own.length > 0 && <Items of={own} {...props} />}
        {others.map(([title, of]) => (
          <Fragment key={title}>
            <h3 className="mt-3 px-2 pb-1 text-xs font-medium text-text-3">{title}</h3>
            <Items of={of} {...props} />
          </Fragment>
        ))}
        <Instead lists={lists} />
      </nav>
      <div className="shrink-0 border-t border-line p-2">
        <Button className="w-full max-lg:h-11" onClick={() => setQuestion({ ask: 'save', from: null })}>
          <Plus size={14} className="text-icon" aria-hidden />
          Save this list
        </Button>
      </div>
      <ListQuestions question={question} view={view} changes={changes} onClose={() => setQuestion(null)} />
    </>
  )
}
