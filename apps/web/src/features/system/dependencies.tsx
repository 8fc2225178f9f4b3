import type { Dependency, SystemState } from '@readroom/contracts/system'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDot, CircleX } from 'lucide-react'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { formatInstant, plural } from '../../lib/format.ts'
import { stateOptions } from './system.queries.ts'

const names: Record<Dependency['name'], string> = {
  database: 'Database',
  archive: 'Image archive',
  storage: 'Object storage',
  redis: 'Queue',
  worker: 'Workers',
}

const looks = {
  up: { label: 'Up', Icon: CircleCheck, className: 'text-green-fg' },
  slow: { label: 'Slow', Icon: CircleDot, className: 'text-yellow-fg' },
  full: { label: 'Full', Icon: CircleX, className: 'text-red-fg' },
  down: { label: 'Down', Icon: CircleX, className: 'text-red-fg' },
} as const

const cell = 'px-3 py-1.5 first:pl-0 last:pr-0'

function Row({ name, state, milliseconds, version }: Dependency) {
  const { label, Icon, className } = looks[state]
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} text-left font-medium`}>
        {names[name]}
      </th>
      <td className={cell}>
        <span className={`inline-flex items-center gap-1.5 ${className}`}>
          <Icon size={14} aria-hidden />
          {label}
        </span>
      </td>
      <td className={`${cell} num text-right text-text-2`}>
        {milliseconds === null ? 'N/A' : `${milliseconds.toLocaleString('en-GB')} ms`}
      </td>
      <td className={`${cell} text-text-2 max-lg:hidden`}>{version ?? 'N/A'}</td>
    </tr>
  )
}

function Lag({ intakeLag, outbox, checkedAt }: SystemState) {
  const waiting = outbox.rows === 0 ? 'nothing' : `${plural(outbox.rows, 'message')}, the oldest for ${outbox.oldestSeconds} s`
  const lag =
    intakeLag === null
      ? 'The archive does not say how much waits.'
      : `${plural(intakeLag, 'change')} of the archive to be taken in.`
  return (
    <p className="mt-3 text-text-2">
      {lag} Waiting to be sent: {waiting}. <span className="text-text-3">Checked {formatInstant(checkedAt).text}.</span>
    </p>
  )
}

/** How everything does that the portal depends on, and how far it lags behind. */
export function Dependencies() {
  const { data, error } = useQuery(stateOptions)
  if (!data) return error ? <FormMessage tone="error">The state of the system could not be read.</FormMessage> : <p>Loading...</p>
  return (
    <>
      {data.dependencies.some(({ name, state }) => name === 'database' && state === 'full') && (
        <FormMessage tone="error" className="mb-3">
          The disk of the database has no room. What people write is refused, and new studies wait in the image archive, until
          there is some. What is there can be read.
        </FormMessage>
      )}
      <table aria-label="Dependencies" className="w-full border-collapse border-y border-line">
        <thead>
          <tr className="border-b border-line text-left text-xs text-text-2">
            <th scope="col" className={`${cell} font-medium`}>
              Part
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              State
            </th>
            <th scope="col" className={`${cell} text-right font-medium`}>
              Answers in
            </th>
            <th scope="col" className={`${cell} font-medium max-lg:hidden`}>
              Version
            </th>
          </tr>
        </thead>
        <tbody>
          {data.dependencies.map((dependency) => (
            <Row key={dependency.name} {...dependency} />
          ))}
        </tbody>
      </table>
      <Lag {...data} />
    </>
  )
}
