import { roleNames } from '@readroom/contracts/core/permissions'
import type { CommentKind, DiscussionComment } from '@readroom/contracts/studies/discussions'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import type { Comments } from './discussions.queries.ts'

const headings = [
  { label: 'DateTime', className: 'pl-5 @max-2xl:hidden' },
  { label: 'From', className: '@max-2xl:hidden' },
  { label: 'Role', className: '@max-2xl:hidden' },
  { label: 'Comment', className: 'pr-5 @max-2xl:pl-5' },
]

function Moment({ iso }: { iso: string }) {
  const { text, exact } = formatInstant(iso)
  return (
    <time dateTime={iso} data-tip={exact}>
      {text}
    </time>
  )
}

/** The heads of comments that belong to a pause. */
const kindWords: Record<CommentKind, string | null> = { comment: null, question: 'Question', answer: 'Answer' }

function CommentRow({ comment: { dateTime, userName, userRole, comment, kind } }: { comment: DiscussionComment }) {
  const role = roleNames[userRole]
  const head = kindWords[kind]
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td className="num py-2 pr-4 pl-5 whitespace-nowrap text-text-2 @max-2xl:hidden">
        <Moment iso={dateTime} />
      </td>
      <td className="max-w-44 min-w-36 py-2 pr-4 font-medium break-words @max-2xl:hidden">
        <bdi>{userName}</bdi>
      </td>
      <td className="py-2 pr-4 whitespace-nowrap text-text-2 @max-2xl:hidden">{role}</td>
      <td className="w-full max-w-0 py-2 pr-5 @max-2xl:pl-5">
        <p className="text-xs text-text-3 @2xl:hidden">
          <bdi className="font-medium text-text">{userName}</bdi> · {role} · <Moment iso={dateTime} />
        </p>
        {head && <p className="text-xs font-semibold text-purple-fg">{head}</p>}
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {comment}
        </p>
      </td>
    </tr>
  )
}

/** Shows the comments, oldest first, scrolled to the newest. */
export function CommentList({ comments, failed, read, hasEarlier, readEarlier, busy }: Comments) {
  const body = useRef<HTMLTableSectionElement>(null)
  const newest = comments?.at(-1)?._id
  useEffect(() => {
    if (newest) body.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [newest])

  if (failed) {
    return (
      <div role="alert" className="grid justify-items-center gap-3 py-14 text-text-2">
        Failed to load discussions. Please try again.
        <Button onClick={read}>Try again</Button>
      </div>
    )
  }
  if (!comments) return <Loading className="justify-center py-14">Loading discussions...</Loading>
  if (comments.length === 0) {
    return (
      <div className="py-14 text-center">
        <h3 className="text-lg font-semibold">No comments yet</h3>
        <p className="mt-1 text-text-2">Everyone with access to this study can read and write comments.</p>
      </div>
    )
  }
  return (
    <>
      {hasEarlier && (
        <div className="border-b border-line py-2 text-center">
          <Button look="link" className="max-lg:h-11" disabled={busy} onClick={readEarlier}>
            {busy ? 'Loading...' : 'Show earlier comments'}
          </Button>
        </div>
      )}
      <table className="w-full border-collapse" aria-label="Comments">
        <thead>
          <tr className="border-b border-line text-left text-xs text-text-2">
            {headings.map(({ label, className }) => (
              <th key={label} scope="col" className={cx('py-2 pr-4 font-medium', className)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {comments.map((comment) => (
            <CommentRow key={comment._id} comment={comment} />
          ))}
        </tbody>
      </table>
    </>
  )
}
