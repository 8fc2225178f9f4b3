import { EndAction, type SessionListProps, ThisDevice, Time } from './session-facts.tsx'

/** Shows the list below 1024 px. */
export function SessionCards({ sessions, onEnd }: SessionListProps) {
  return (
    <ul aria-label="Sessions" className="border-t border-line">
      {sessions.map((session) => (
        <li key={session._id} className="flex items-start justify-between gap-4 border-b border-line py-3">
          <div className="min-w-0">
            <p className="text-lg font-semibold break-words">{session.device}</p>
            {session.isCurrent && <ThisDevice />}
            <p className="num mt-0.5 break-all text-text-2">{session.place}</p>
            <p className="mt-1 text-sm text-text-3">
              Signed in <Time at={session.signedInAt} />
            </p>
            <p className="text-sm text-text-3">
              Last used <Time at={session.lastUsedAt} />
            </p>
          </div>
          <EndAction session={session} onEnd={onEnd} />
        </li>
      ))}
    </ul>
  )
}
