import { auditEndpoints } from '@readroom/contracts/operations/audit'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Sheet } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { FilterChips } from '../../../components/ui/filter-chips.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { auditKeys, entriesOptions } from './audit.queries.ts'
import { AuditFilterBar } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { type AuditUrl, filtersOf, useAuditUrl } from './audit-url.ts'
import { ChainState } from './chain-state.tsx'

function ExportButton({ url, disabled }: { url: AuditUrl; disabled: boolean }) {
  const { start, isBusy } = useChange({
    change: () => api.download(auditEndpoints.export, { query: filtersOf(url) }),
    onDone: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'Audit.xlsx'),
    failed: 'The audit log could not be exported. Please try again.',
  })
  return (
    <Button className="max-lg:h-11" disabled={isBusy || disabled} onClick={() => start()}>
      <Sheet size={14} aria-hidden />
      {isBusy ? 'Exporting...' : 'Export'}
    </Button>
  )
}

const narrowedBy = { person: 'Account', patient: 'Patient', study: 'Study', recordOf: 'Record' } as const

/** Shows the audit log: who did what, when and from where. */
export default function AuditPage() {
  useTitle('Audit')
  const client = useQueryClient()
  const { url, change } = useAuditUrl()
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(entriesOptions(url))
  const entries = data?.pages.flatMap((page) => page.data) ?? []
  const [first] = entries
  const patient = first?.patient?.patientName
  const names = { person: first?.person?.fullName, patient, study: first?.study?.accessionNumber, recordOf: patient }
  const chips = (['person', 'patient', 'study', 'recordOf'] as const).flatMap((name) =>
    url[name] === '' ? [] : [{ label: narrowedBy[name], value: names[name] ?? 'Selected', without: { [name]: '' } }],
  )
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3">
        <h1 className="text-xl font-semibold">Audit</h1>
        <div className="ml-auto flex flex-wrap items-center gap-2 max-lg:ml-0">
          <ChainState />
          <Button className="max-lg:h-11" onClick={() => void client.resetQueries({ queryKey: auditKeys.pages })}>
            <RefreshCw size={14} aria-hidden />
            Refresh
          </Button>
          <ExportButton url={url} disabled={entries.length === 0} />
        </div>
      </div>
      <AuditFilterBar url={url} change={change} />
      {chips.length > 0 && (
        <div className="flex flex-wrap gap-2 px-4 pb-2.5">
          <FilterChips name="Active filters" chips={chips} change={change} />
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-auto">
        {error && <FormMessage tone="error">{messageOf(error, 'The audit log could not be loaded.')}</FormMessage>}
        {data && entries.length === 0 && <p className="px-4 py-8 text-center text-text-2">No entries match these filters.</p>}
        {!data && !error && <Loading className="justify-center px-4 py-8" />}
        {entries.length > 0 && <AuditTable entries={entries} change={change} />}
        {hasNextPage && (
          <div className="p-4 text-center">
            <Button className="max-lg:h-11" disabled={isFetching} onClick={() => void fetchNextPage()}>
              {isFetching ? 'Loading...' : 'Older entries'}
            </Button>
          </div>
        )}
      </div>
      <footer className="border-t border-line bg-canvas px-4 py-2.5 text-sm text-text-2">
        <span className="num">{plural(entries.length, 'entry', 'entries')}</span> shown, newest first. Entries cannot be changed
        or deleted. Viewing this page is also logged.
      </footer>
    </main>
  )
}
