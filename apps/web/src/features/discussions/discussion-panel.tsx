import { maxCommentLength } from '@readroom/contracts/discussions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Field } from '../../components/ui/field.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { serverMessageOf } from '../../lib/api/api-error.ts'
import { cx } from '../../lib/cx.ts'
import { draftKey } from '../../lib/drafts.ts'
import { submitOnCtrlEnter } from '../../lib/forms/submit-on-ctrl-enter.ts'
import { useUser } from '../../lib/session/session.ts'
import { findCachedRow, updateCachedRows } from '../../lib/studies/study-cache.ts'
import { CommentList } from './comment-list.tsx'
import { saveComment, useComments } from './discussions.queries.ts'

/** What is being written; it stays where saving fails, and is there again where it was left. */
function useNewComment(studyId: string, onSaved: () => void) {
  const { _id: userId } = useUser()
  const draft = draftKey(userId, `comment-${studyId}`)
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '')
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(draft)
    else sessionStorage.setItem(draft, text)
  }, [draft, text])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      await saveComment(studyId, text)
      sessionStorage.removeItem(draft)
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

/** A study's discussion with what is being written for it; `onDraft` hears of that. */
export function useDiscussion(row: WorklistRow, onDraft: (text: string) => void) {
  const client = useQueryClient()
  const comments = useComments(row)
  const comment = useNewComment(row._id, () => {
    // Comments never go away, so the larger count is the newer one.
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

/** What those who see a study say about it, and the form for more. */
export function DiscussionPanel({ comments, comment: { text, setText, busy, failure, save }, formId }: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section aria-label="Comments" tabIndex={0} className="@container min-h-44 overflow-y-auto -outline-offset-2">
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
    </>
  )
}
