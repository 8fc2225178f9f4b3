import type { Scanner } from '@readroom/contracts/orders/scanners'
import { useQuery } from '@tanstack/react-query'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { testWords } from './scanner-words.ts'
import { scannersOptions, testScanner } from './scanners.queries.ts'

const time = (instant: string | null) =>
  instant === null ? 'None' : <span className="num whitespace-nowrap">{formatInstant(instant).text}</span>

function recognisedBy({ place, usesTls, certificate }: Scanner): string {
  const where = place === null ? 'No host and port' : `${place.host}:${place.port}`
  return [where, usesTls && 'TLS', certificate !== null && 'certificate'].filter(Boolean).join(', ')
}

const columns: readonly ListColumn<Scanner>[] = [
  {
    label: 'AE title',
    className: '',
    cell: (scanner) => (
      <>
        <Text value={scanner.aeTitle} className="num font-medium max-lg:text-lg" />
        <Text value={recognisedBy(scanner)} className="num text-xs text-text-3" />
      </>
    ),
  },
  { label: 'Last question', className: 'w-38', cell: ({ lastAskedAt }) => time(lastAskedAt) },
  { label: 'Last study', className: 'w-38', cell: ({ lastStudyAt }) => time(lastStudyAt) },
  {
    label: 'Last test',
    className: 'w-52',
    cell: ({ test }) => (
      <span role="status" className="block whitespace-normal">
        {testWords(test)}
        {test && <span className="num block text-xs text-text-3">{formatInstant(test.askedAt).text}</span>}
      </span>
    ),
  },
]

function ScannerActions({ labId, scanner, onEdit }: { labId: string; scanner: Scanner; onEdit: () => void }) {
  const { place, aeTitle, test } = scanner
  const { start, isBusy } = useChange({
    change: () => testScanner(labId, aeTitle),
    failed: 'The test could not be started. Please try again.',
    invalidates: [scannersOptions(labId).queryKey],
  })
  return (
    <>
      {place && (
        <RowAction disabled={isBusy || test?.isRunning} onClick={() => start()}>
          Test
        </RowAction>
      )}
      <RowAction onClick={onEdit}>Edit</RowAction>
    </>
  )
}

/** Shows the scanners of a laboratory, and tests them by C-ECHO. */
export function ScannerList({ labId, onEdit }: { labId: string; onEdit: (scanner: Scanner) => void }) {
  const { data: scanners, error } = useQuery(scannersOptions(labId))
  if (!scanners) return error ? <FormMessage tone="error">The scanners could not be loaded.</FormMessage> : <Loading />
  if (scanners.length === 0) return <p>No scanners yet. Enter their AE titles on the Labs page.</p>
  return (
    <ListTable
      label="Scanners"
      columns={columns}
      rows={scanners}
      keyOf={({ aeTitle }) => aeTitle}
      nameOf={({ aeTitle }) => aeTitle}
      actionsClass="w-28"
      stale={false}
      actions={(scanner) => <ScannerActions labId={labId} scanner={scanner} onEdit={() => onEdit(scanner)} />}
    />
  )
}
