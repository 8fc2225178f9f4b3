import { QuietEnd, quietEnds, type SignIn } from '@readroom/contracts/access/sign-in-history'
import { auditActions } from '@readroom/contracts/core/audit-actions'
import { errorTable } from '@readroom/contracts/core/errors'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { signInsOptions } from './sign-ins.queries.ts'

const isCode = (reason: string): reason is keyof typeof errorTable => Object.hasOwn(errorTable, reason)

function wordsOf(reason: string | null): string | null {
  const { data: end } = QuietEnd.safeParse(reason)
  if (end) return quietEnds[end]
  return reason !== null && isCode(reason) ? errorTable[reason].message : null
}
const alarming = ['login.failed', 'login.delayed', 'login.refused', 'second_factor.failed', 'passkey.refused', 'provider.refused']

function Entry({ entry }: { entry: SignIn }) {
  const { at, action, address, reason, byAdministrator } = entry
  const { text, exact } = formatInstant(at)
  const words = wordsOf(reason)
  return (
    <li className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <time dateTime={at} data-tip={exact} className="num text-text-2">
        {text}
      </time>
      <div className="min-w-0">
        <span className={cx('font-medium', alarming.includes(action) && 'text-red-fg')}>{auditActions[action][1]}</span>
        {words && <p className="text-sm text-text-2">{words}</p>}
      </div>
      <span className="num break-all text-text-3">{byAdministrator ? 'By an administrator' : (address ?? 'N/A')}</span>
    </li>
  )
}

/** Shows successful and failed sign-ins to an account, newest first. `userId` null means the user's own. */
export function SignInHistory({ userId }: { userId: string | null }) {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(signInsOptions(userId))
  const entries = data?.pages.flatMap((page) => page.data) ?? []
  if (error && !data)
    return (
      <FormMessage tone="error">The sign-ins could not be loaded. {reasonOf(error, 'The server did not answer.')}</FormMessage>
    )
  if (!data) return <Loading />
  if (entries.length === 0) return <p className="py-4 text-text-2">No sign-ins yet.</p>
  return (
    <>
      <ul aria-label="Sign-in history" className="border-t border-line">
        {entries.map((entry) => (
          <Entry key={entry.entry ?? entry.at} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pt-3 text-center">
          <Button className="max-lg:h-11" disabled={isFetching} onClick={() => void fetchNextPage()}>
            {isFetching ? 'Loading...' : 'Older entries'}
          </Button>
        </div>
      )}
    </>
  )
}
