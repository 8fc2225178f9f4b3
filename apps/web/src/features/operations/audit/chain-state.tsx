import type { AuditCheck } from '@readroom/contracts/operations/audit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { auditKeys, checkOptions, startCheck } from './audit.queries.ts'

function Outcome({ last }: { last: NonNullable<AuditCheck['last']> }) {
  const { at, entries, total, fault, faultyEntry } = last
  const when = formatInstant(at).text
  if (fault === null)
    return (
      <>
        <ShieldCheck size={15} className="shrink-0 text-green-fg" aria-hidden />
        <span className="font-medium text-green-fg">Chain verified</span>
        <span className="num text-text-2">
          {entries.toLocaleString('en-GB')} of {plural(total, 'entry', 'entries')}, {when}
        </span>
      </>
    )
  return (
    <>
      <ShieldAlert size={15} className="shrink-0 text-red-fg" aria-hidden />
      <strong className="font-medium text-red-fg" data-tip={fault}>
        {faultyEntry === null ? 'The log was changed' : `Entry ${faultyEntry.toLocaleString('en-GB')} was changed or removed`}
      </strong>
      <span className="num text-text-2">{when}</span>
      <span className="basis-full text-xs break-all text-text-2">{fault}</span>
    </>
  )
}

/** Shows whether the hash chain of all entries was intact at its last check. */
export function ChainState() {
  const client = useQueryClient()
  const { data } = useQuery(checkOptions)
  const { start } = useChange({
    change: startCheck,
    failed: 'The check could not be started. Please try again.',
    onDone: ({ check }) => client.setQueryData(auditKeys.check, check),
  })
  if (!data) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {data.last ? <Outcome last={data.last} /> : <span className="text-text-2">Chain not verified yet</span>}
      <Button look="quiet" className="max-lg:h-11" disabled={data.askedAt !== null} onClick={() => start()}>
        {data.askedAt ? 'Verifying...' : 'Verify now'}
      </Button>
    </div>
  )
}
