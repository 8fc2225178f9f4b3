import type { RunningProgram, SystemState } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { stateOptions } from './system.queries.ts'

const names: Record<RunningProgram['name'], string> = { api: 'API', worker: 'Worker', 'dicom-front': 'DICOM front' }

function Program({ name, version, host, startedAt, environment }: RunningProgram) {
  return (
    <li className="py-1.5">
      <details>
        <summary className="max-lg:min-h-11">
          <span className="font-medium">{names[name]}</span> <span className="num">{version}</span>{' '}
          <span className="text-text-3">
            on {host}, since {formatInstant(startedAt).text}
          </span>
        </summary>
        <dl className="mt-2 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-0.5 pl-4 text-xs">
          {Object.entries(environment).map(([variable, value]) => (
            <div key={variable} className="contents">
              <dt className="break-all text-text-3">{variable}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}

type EndedProgram = SystemState['endedPrograms'][number]

/** Returns whether a program that ended runs again on its machine. */
function restartWords({ name, host, seenAt }: EndedProgram, running: readonly RunningProgram[]): string {
  const next = running.find((each) => each.name === name && each.host === host && each.startedAt > seenAt)
  return next ? `It was started again ${formatInstant(next.startedAt).text}` : 'It has not started again'
}

/** Shows the running processes, each with its environment. */
export function Programs() {
  const { data } = useQuery(stateOptions)
  if (!data) return <Loading />
  return (
    <>
      <ul aria-label="Programs" className="divide-y divide-line border-y border-line">
        {data.programs.map((program) => (
          <Program key={program._id} {...program} />
        ))}
      </ul>
      {data.endedPrograms.length > 0 && (
        <ul aria-label="Programs that ended unexpectedly" className="mt-3 text-sm text-text-2">
          {data.endedPrograms.map((ended) => (
            <li key={ended._id}>
              {names[ended.name]} on {ended.host} ended without stopping in order. Last seen {formatInstant(ended.seenAt).text}.{' '}
              {restartWords(ended, data.programs)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
