import { maxCommentLength } from '@readroom/contracts/studies/discussions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Field } from '../../../components/ui/field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { serverMessageOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'
import { draftKey } from '../../../lib/drafts.ts'
import { submitOnCtrlEnter } from '../../../lib/forms/submit-on-ctrl-enter.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useUser } from '../../../lib/session/session.ts'
import { findCachedRow, updateCachedRows } from '../../../lib/studies/study-cache.ts'
import { CommentList } from './comment-list.tsx'
import { saveComment, useComments } from './discussions.queries.ts'

/** Keeps the typed comment. It stays if saving fails, and is restored when the dialog opens again. */
function useNewComment(studyId: string, onSaved: () => void) {
  const { _id: userId } = useUser()
  const draft = draftKey(userId, `comment-${studyId}`)
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '')
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(draft)
    else sessionStorage.setItem(draft, text)
  }, [draft, text])
  /** The server's reason, which may be empty. Null if no save has failed. */
  const [failure, setFailure] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => saveComment(studyId, text),
    failed: (error) => serverMessageOf(error) ?? '',
    onFailure: setFailure,
    onDone() {
      sessionStorage.removeItem(draft)
      setText('')
      onSaved()
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    setFailure(null)
    start()
  }
  return { text, setText, busy: isBusy, failure, save, isBlank: text.trim() === '' }
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
  return { comments, comment }
}

type Props = ReturnType<typeof useDiscussion> & { formId: string }

/** Shows a study's comments and the form for a new one. */
export function DiscussionPanel({ comments, comment: { text, setText, busy, failure, save }, formId }: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Comments" tabIndex={0} className="@container min-h-44 overflow-y-auto -outline-offset-2">
        <CommentList {...comments} />
      </section>
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
