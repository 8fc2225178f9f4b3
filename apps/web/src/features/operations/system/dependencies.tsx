import type { CertificateState, Dependency, SystemState } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDot, CircleX } from 'lucide-react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { stateOptions } from './system.queries.ts'

export const serviceNames: Record<Dependency['name'], string> = {
  database: 'Database',
  archive: 'Image archive',
  storage: 'Object storage',
  decoder: 'Image decoder',
  redis: 'Queue',
  worker: 'Workers',
  dicom: 'DICOM port',
  hl7: 'HL7 ports',
  worklist: 'Modality worklist port',
}

const looks = {
  up: { label: 'Up', Icon: CircleCheck, className: 'text-green-fg' },
  slow: { label: 'Slow', Icon: CircleDot, className: 'text-yellow-fg' },
  full: { label: 'Full', Icon: CircleX, className: 'text-red-fg' },
  down: { label: 'Down', Icon: CircleX, className: 'text-red-fg' },
} as const

const cell = 'px-3 py-1.5 first:pl-0 last:pr-0'

function Row({ name, state, milliseconds, version, down }: Dependency) {
  const { label, Icon, className } = looks[state]
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} text-left font-medium`}>
        {serviceNames[name]}
      </th>
      <td className={cell}>
        <span className={`inline-flex items-center gap-1.5 ${className}`}>
          <Icon size={14} aria-hidden />
          {label}
        </span>
        {down.map((port) => (
          <bdi key={port} className="block break-words text-text-2">
            {port}
          </bdi>
        ))}
      </td>
      <td className={`${cell} num text-right text-text-2`}>
        {milliseconds === null ? 'N/A' : `${milliseconds.toLocaleString('en-GB')} ms`}
      </td>
      <td className={`${cell} text-text-2 max-lg:hidden`}>{version ?? 'N/A'}</td>
    </tr>
  )
}

function lagText({ intakeLag, outbox }: Pick<SystemState, 'intakeLag' | 'outbox'>): string {
  const queued =
    outbox.rows === 0 ? 'Nothing queued.' : `Queued: ${plural(outbox.rows, 'message')}, the oldest for ${outbox.oldestSeconds} s.`
  if (intakeLag === null) return `The image archive does not report pending changes. ${queued}`
  if (intakeLag === 0) return `Up to date. ${queued}`
  return `Pending: ${plural(intakeLag, 'change')} in the image archive. ${queued}`
}

function Lag({ intakeLag, outbox, checkedAt }: SystemState) {
  return (
    <p className="mt-3 text-text-2">
      {lagText({ intakeLag, outbox })} <span className="text-text-3">Checked {formatInstant(checkedAt).text}.</span>
    </p>
  )
}

/** Says when the certificate of the portal's address expires. */
function Certificate({ host, expiresAt, isEnding }: CertificateState) {
  if (expiresAt === null) return <p className="mt-1 text-text-2">The certificate of {host} could not be read.</p>
  return (
    <p className={`mt-1 ${isEnding ? 'text-red-fg' : 'text-text-2'}`}>
      The certificate of {host} expires on {formatInstant(expiresAt).text}.
    </p>
  )
}

/** Lists the services that the portal depends on with their state, and the backlog of the intake and the outbox. */
export function Dependencies() {
  const { data, error } = useQuery(stateOptions)
  if (!data) return error ? <FormMessage tone="error">The state of the system could not be loaded.</FormMessage> : <Loading />
  return (
    <>
      {data.dependencies.some(({ name, state }) => name === 'database' && state === 'full') && (
        <FormMessage tone="error" className="mb-3">
          The database disk is full. Until there is space, changes are rejected and new studies wait in the image archive.
          Existing data can still be read.
        </FormMessage>
      )}
      <table aria-label="Dependencies" className="w-full border-collapse border-y border-line">
        <thead>
          <tr className="border-b border-line text-left text-xs text-text-2">
            <th scope="col" className={`${cell} font-medium`}>
              Service
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              State
            </th>
            <th scope="col" className={`${cell} text-right font-medium`}>
              Response time
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
      {data.certificate && <Certificate {...data.certificate} />}
    </>
  )
}
