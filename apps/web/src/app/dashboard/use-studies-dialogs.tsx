import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type ReactNode, useCallback, useState } from 'react'
import { LeftOutDialog, type Refusable, refusals } from '../../features/worklist/bulk-actions/left-out-dialog.tsx'
import type { OnRows } from '../../features/worklist/list/row-actions.tsx'
import type { ChosenStudies, StudiesDialog } from './dashboard-dialogs.tsx'

const nothing: ChosenStudies = { rows: [], onDone: () => undefined }
type Question = { action: Refusable; rows: ChosenStudies['rows']; onGoOn: (able: ChosenStudies['rows']) => void }

/** Opens the dialogs about one or several studies. If the action is impossible for some of them, asks first. */
export function useStudiesDialogs(open: (dialog: string, studyId?: string) => void) {
  const [chosen, setChosen] = useState(nothing)
  const [question, setQuestion] = useState<Question | null>(null)
  const show = useCallback(
    (dialog: StudiesDialog, { rows, onDone }: ChosenStudies) => {
      const [only, ...more] = rows
      setChosen({ rows, onDone })
      if (only) open(dialog, more.length > 0 ? undefined : only._id)
    },
    [open],
  )
  const openFor = useCallback(
    (dialog: StudiesDialog): OnRows =>
      (rows, onDone = nothing.onDone) =>
        show(dialog, { rows, onDone }),
    [show],
  )
  /** Returns a version of `act` that asks first if the action is impossible for some of the studies. */
  const wherePossible = useCallback(
    (action: Refusable, act: OnRows): OnRows =>
      (rows, onDone = nothing.onDone) => {
        if (rows.every((row: WorklistRow) => refusals[action](row) === null)) act(rows, onDone)
        else setQuestion({ action, rows, onGoOn: (able) => act(able, onDone) })
      },
    [],
  )
  const close = () => setQuestion(null)
  const leftOut: ReactNode = question && (
    <LeftOutDialog
      action={question.action}
      studies={question.rows}
      onClose={close}
      onGoOn={(able) => {
        close()
        question.onGoOn(able)
      }}
    />
  )
  return { chosen, openFor, wherePossible, leftOut }
}
