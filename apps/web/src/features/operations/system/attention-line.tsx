import type { Attention, AttentionKind, Dependency } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { formatInstant, plural } from '../../../lib/format.ts'
import { serviceNames } from './dependencies.tsx'
import { stateOptions } from './system.queries.ts'

const words: Record<AttentionKind, (count: number) => string> = {
  service: (count) => `${plural(count, 'service')} down or slow`,
  certificate: () => 'certificate expires soon',
  archiveNearlyFull: () => 'image archive nearly full',
  unreleasedReport: (count) => plural(count, 'unreleased report'),
  damaged: (count) => `${plural(count, 'study', 'studies')} with damaged images`,
  quarantined: (count) => `${plural(count, 'study', 'studies')} with images in quarantine`,
  setAside: (count) => `${plural(count, 'study', 'studies')} set aside`,
  rejected: (count) => `${plural(count, 'study', 'studies')} with rejected images`,
  failedJob: (count) => plural(count, 'failed job'),
  unsentEmail: (count) => plural(count, 'unsent email'),
  overdueResult: (count) => plural(count, 'overdue delivery', 'overdue deliveries'),
  missingImages: (count) => `${plural(count, 'completed examination')} without images`,
  unappliedMessage: (count) => `${plural(count, 'HL7 message')} refused or wrong in the last day (see Connections)`,
  unknownPriority: (count) => `${plural(count, 'priority', 'priorities')} of orders unknown (see Connections)`,
  backupFailed: () => 'last backup failed',
  noBackup: () => 'no backup',
  oldBackup: () => 'last backup too old',
}

const line = 'flex flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-line px-5 py-2'

type ProblemsProps = { attention: readonly Attention[]; dependencies: readonly Dependency[] }

function Problems({ attention, dependencies }: ProblemsProps) {
  const services = dependencies.filter(({ state }) => state !== 'up').map(({ name }) => serviceNames[name])
  const wordsOf = ({ kind, count }: Attention) =>
    kind === 'service' ? `${words.service(count)} (${services.join(', ')})` : words[kind](count)
  const total = attention.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <TriangleAlert size={16} className="shrink-0 text-yellow-fg" aria-hidden />
      <strong className="font-semibold">{total === 1 ? '1 thing needs attention:' : `${total} things need attention:`}</strong>
      <span>{attention.map(wordsOf).join(', ')}</span>
    </>
  )
}

/** Says in one line whether anything on the page needs an administrator, and what. */
export function AttentionLine() {
  const { data } = useQuery(stateOptions)
  if (!data) return null
  const { attention, dependencies, checkedAt } = data
  return (
    <div className={`${line} ${attention.length > 0 ? 'bg-yellow-wash' : 'bg-green-wash'}`}>
      <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        {attention.length > 0 ? (
          <Problems attention={attention} dependencies={dependencies} />
        ) : (
          <>
            <CircleCheck size={16} className="shrink-0 text-green-fg" aria-hidden />
            <strong className="font-semibold">Nothing needs attention.</strong>
          </>
        )}
      </div>
      <span className="num text-text-2 max-lg:hidden">Checked {formatInstant(checkedAt).text}</span>
    </div>
  )
}
