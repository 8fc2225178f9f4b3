import { maxCommentLength } from '@readroom/contracts/discussions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { StudyIdentity } from '../../components/study/study-facts.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { SubmitButton } from '../../components/ui/submit-button.tsx'
import { serverMessageOf } from '../../lib/api/api-error.ts'
import { cx } from '../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../lib/forms/submit-on-ctrl-enter.ts'
import { findCachedRow, updateCachedRows } from '../../lib/studies/study-cache.ts'
import { CommentList } from './comment-list.tsx'
import { saveComment, useComments } from './discussions.queries.ts'

/** What is being written; it stays where saving fails. */
function useNewComment(studyId: string, onSaved: () => void) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      await saveComment(studyId, text)
      setText('')
      onSaved()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  return { text, setText, busy, failure, save, isBlank: text.trim() === '' }
}

function SaveFailure({ failure }: { failure: unknown }) {
  const reason = serverMessageOf(failure)
  return (
    <FormMessage tone="error">
      <p>Failed to save comment. Please try again.</p>
      {reason && <p className="text-sm">{reason}</p>}
    </FormMessage>
  )
}

type Props = { row: WorklistRow; onOpenPatient?: () => void; onClose: () => void; onDraft: (text: string) => void }

/** What those who see a study say about it. */
export default function DiscussionDialog({ row, onOpenPatient, onClose, onDraft }: Props) {
  const client = useQueryClient()
  const formId = useId()
  const comments = useComments(row)
  const { text, setText, busy, failure, save, isBlank } = useNewComment(row._id, () => {
    // Comments never go away, so the larger count is the newer one.
    const known = findCachedRow(client, row._id) ?? row
    const discussions = Math.max(known.discussions, row.discussions + 1)
    updateCachedRows(client, [{ ...known, discussions }])
    comments.read()
  })

  useEffect(() => onDraft(text), [text, onDraft])

  return (
    <Dialog
      title="Study Discussion"
      width="max-w-[900px]"
      onClose={onClose}
      // Not away from what is being written.
      header={<StudyIdentity row={row} onOpenPatient={isBlank ? onOpenPatient : undefined} />}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
          <SubmitButton form={formId} size="sm" label="Save Comment" busyLabel="Saving..." busy={busy} disabled={isBlank} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section aria-label="Comments" tabIndex={0} className="min-h-44 overflow-y-auto -outline-offset-2">
        <CommentList {...comments} />
      </section>
      <form id={formId} onSubmit={save} className="grid shrink-0 gap-3 border-t border-line px-5 py-4">
        {failure !== null && <SaveFailure failure={failure} />}
        <Field label="New comment">
          {(control) => (
            <textarea
              dir="auto"
              rows={3}
              maxLength={maxCommentLength}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={submitOnCtrlEnter}
              readOnly={busy}
              {...control}
              className={cx(control.className, 'block h-auto! resize-y py-1.5')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
