import type { SessionInfo } from '@readroom/contracts/access/sessions'
import { EndAction, type SessionListProps, ThisDevice, Time } from './session-facts.tsx'

const headings = ['Device', 'Place', 'Signed in', 'Last used']

function Row({ session, onEnd }: { session: SessionInfo; onEnd: (session: SessionInfo) => void }) {
  return (
    <tr className="h-11 border-b border-line">
      <td className="px-3">
        <span className="flex items-center gap-2 font-medium whitespace-nowrap">
          {session.device} {session.isCurrent && <ThisDevice />}
        </span>
      </td>
      <td className="num w-2/5 px-3 break-all text-text-2">{session.place}</td>
      <td className="px-3 text-text-2">
        <Time at={session.signedInAt} />
      </td>
      <td className="px-3 text-text-2">
        <Time at={session.lastUsedAt} />
      </td>
      <td className="px-3 text-right">
        <EndAction session={session} onEnd={onEnd} />
      </td>
    </tr>
  )
}

export function SessionTable({ sessions, onEnd }: SessionListProps) {
  return (
    <table aria-label="Sessions" className="w-full border-collapse">
      <thead>
        <tr className="border-y border-line bg-canvas text-left text-xs text-text-2">
          {headings.map((heading) => (
            <th key={heading} scope="col" className="h-(--head-h) px-3 font-medium">
              {heading}
            </th>
          ))}
          <th scope="col" className="px-3 text-right font-medium">
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Row key={session._id} session={session} onEnd={onEnd} />
        ))}
      </tbody>
    </table>
  )
}
