import type { Role } from '@readroom/contracts/core/permissions'
import type { SavedList } from '@readroom/contracts/worklist/saved-lists'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import type { ListView } from '../list/use-list-view.ts'
import { ListDialog, peopleOf } from './list-dialog.tsx'
import type { ListChanges } from './use-list-changes.ts'

/** The open dialog: for a new list, saved from another list or from the current view, or about an existing list. */
export type Question =
  | { ask: 'save'; from: SavedList | null }
  | { ask: 'edit'; list: SavedList }
  | { ask: 'remove'; list: SavedList }

type Props = { question: Question | null; view: ListView; changes: ListChanges; onClose: () => void }

export function ListQuestions({ question, view, changes, onClose }: Props) {
  if (!question) return null
  if (question.ask === 'remove') return <RemoveQuestion list={question.list} changes={changes} onClose={onClose} />
  if (question.ask === 'edit') {
    const { list } = question
    const save = (name: string, givenTo: Role | null) => changes.edit(list, name, givenTo)
    return <ListDialog title="Saved list" name={list.name} givenTo={list.givenTo} action="Save" save={save} onClose={onClose} />
  }
  const query = question.from?.query ?? view.current
  const save = async (name: string, givenTo: Role | null) => view.open(await changes.save(name, query, givenTo), query)
  const name = question.from?.name ?? ''
  return <ListDialog title="Save this list" name={name} givenTo={null} action="Save" save={save} onClose={onClose} />
}

function RemoveQuestion({ list, changes, onClose }: { list: SavedList } & Pick<Props, 'changes' | 'onClose'>) {
  const remove = () => {
    onClose()
    void changes.remove(list)
  }
  return (
    <ConfirmDialog title="Delete list" action="Delete" destructive onConfirm={remove} onCancel={onClose}>
      <p>
        Are you sure you want to delete <bdi className="font-medium text-text">{list.name}</bdi>? Its studies are not affected.
      </p>
      {list.givenTo && <p className="mt-2">{peopleOf[list.givenTo]} lose it too.</p>}
    </ConfirmDialog>
  )
}
