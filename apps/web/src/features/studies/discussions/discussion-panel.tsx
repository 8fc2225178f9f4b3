import { maxCommentLength } from '@readroom/contracts/studies/discussions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { serverMessageOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../../lib/forms/submit-on-ctrl-enter.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTypedText } from '../../../lib/hooks/use-typed-text.ts'
import { findCachedRow, updateCachedRows } from '../../../lib/studies/study-cache.ts'
import { PausePanel } from '../pauses/pause-panel.tsx'
import { CommentList } from './comment-list.tsx'
import { saveComment, useComments } from './discussions.queries.ts'

/** Keeps the typed comment. It stays if saving fails, and is restored when the dialog opens again. */
function useNewComment(studyId: string, onSaved: () => void) {
  const { text, setText, clear, isBlank } = useTypedText(`comment-${studyId}`)
  /** The server's reason, which may be empty. Null if no save has failed. */
  const [failure, setFailure] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => saveComment(studyId, text),
    failed: (error) => serverMessageOf(error) ?? '',
    onFailure: setFailure,
    onDone() {
      clear()
      onSaved()
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank) return
    setFailure(null)
    start()
  }
  return { text, setText, busy: isBusy, failure, save, isBlank }
}

function SaveFailure({ reason }: { reason: string }) {
  return (
    <FormMessage tone="error">
      <p>Failed to save comment. Please try again.</p>
      {reason && <p className="text-sm">{reason}</p>}
    </FormMessage>
  )
}

/** Provides a study's discussion and the comment being typed, which is passed to `onDraft`. */
export function useDiscussion(row: WorklistRow, onDraft: (text: string) => void) {
  const client = useQueryClient()
  const comments = useComments(row)
  const comment = useNewComment(row._id, () => {
    // Comments are never deleted, so the larger count is the newer one.
    const known = findCachedRow(client, row._id) ?? row
    const discussions = Math.max(known.discussions, row.discussions + 1)
    updateCachedRows(client, [{ ...known, discussions }])
    comments.read()
  })
  const { text } = comment
  useEffect(() => onDraft(text), [text, onDraft])
  return { row, comments, comment }
}

type Props = ReturnType<typeof useDiscussion> & {
  formId: string
  /** The form for a question to the laboratory is open. */
  isAsking: boolean
  onAsking: (isAsking: boolean) => void
}

/** Shows a study's comments, the question that waits for an answer, and the form for a new comment. */
export function DiscussionPanel({ row, comments, comment, formId, isAsking, onAsking }: Props) {
  const { text, setText, busy, failure, save } = comment
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Comments" tabIndex={0} className="@container min-h-44 overflow-y-auto -outline-offset-2">
        <CommentList {...comments} />
      </section>
      <PausePanel row={row} isAsking={isAsking} onAsking={onAsking} />
      <form id={formId} onSubmit={save} className="grid shrink-0 gap-3 border-t border-line px-5 py-4">
        {failure !== null && <SaveFailure reason={failure} />}
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
    </>
  )
}
