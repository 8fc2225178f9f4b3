import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { SignInHistory } from '../sign-in-history/sign-in-history.tsx'
import { SessionList } from './session-list.tsx'
import { sessionsOptions } from './sessions.queries.ts'
import { useEndSessions } from './use-end-sessions.tsx'

/** Lists the user's sessions and lets them end each. */
export default function SessionsPage() {
  const { data } = useQuery(sessionsOptions)
  const { ask, busy, confirmation } = useEndSessions()
  const hasOthers = data?.sessions.some(({ isCurrent }) => !isCurrent) ?? false
  useTitle('Sessions')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-240 px-5 py-6 lg:py-10">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="max-w-150">
            <h1 className="text-xl font-semibold">Sessions</h1>
            <p className="mt-1 text-text-2">
              Devices where you are signed in. If you do not recognise one, end its session and{' '}
              <Link to={paths.changePassword} className="font-medium text-accent-text underline-offset-2 hover:underline">
                change your password
              </Link>
              .
            </p>
          </div>
          {hasOthers && (
            <Button look="danger" className="max-lg:h-11" disabled={busy} onClick={() => ask('others')}>
              End all other sessions
            </Button>
          )}
        </div>
        <SessionList onEnd={ask} />
        <section aria-labelledby="sign-ins" className="mt-10">
          <h2 id="sign-ins" className="mb-3 text-lg font-semibold">
            Sign-in history
          </h2>
          <SignInHistory userId={null} />
        </section>
      </div>
      {confirmation}
    </main>
  )
}
