import type { LabConnection } from '@readroom/contracts/people/labs'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Copy, LoaderCircle } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { RefusedConnectionList } from '../../../components/ui/refused-connections.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { openViewer } from '../../images/viewer/open-viewer.ts'
import { labConnectionOptions } from './labs.queries.ts'

const unknown = 'Image archive not responding'

type Row = { label: string; value: string }

/** Returns the values that the scanner's service engineer needs. */
function connectionRows({ host, port, aeTitle, callingAeTitles }: LabConnection): readonly Row[] {
  return [
    { label: 'Host', value: host },
    { label: 'Port', value: port === null ? unknown : String(port) },
    { label: 'Called AE title', value: aeTitle ?? unknown },
    { label: callingAeTitles.length === 1 ? 'Calling AE title' : 'Calling AE titles', value: callingAeTitles.join(', ') },
  ]
}

async function copyRows(rows: readonly Row[]) {
  try {
    await navigator.clipboard.writeText(rows.map(({ label, value }) => `${label}: ${value}`).join('\n'))
    notify.success('Connection copied')
  } catch {
    // Without TLS the page can't write to the clipboard.
    notify.warning('The browser did not copy the connection', { description: 'Select the values and press Ctrl+C.' })
  }
}

function Arrival({ lastStudy, unknownAeTitles }: LabConnection) {
  if (lastStudy) {
    return (
      <p className="flex items-start gap-2 text-green-fg">
        <CircleCheck size={16} className="mt-0.5 shrink-0" aria-hidden />
        <span>
          Images arrive. Last study {formatInstant(lastStudy.receivedAt).text}, {plural(lastStudy.images, 'image')}.{' '}
          <Button look="link" className="max-lg:h-11" onClick={() => void openViewer(lastStudy, 'admin')}>
            Open the images
          </Button>
        </span>
      </p>
    )
  }
  return (
    <>
      <p className="flex items-start gap-2 text-text-2">
        <LoaderCircle size={16} className="mt-0.5 shrink-0 animate-spin text-icon" aria-hidden />
        <span>Waiting for the first image. Send a test study from the scanner. This page updates by itself.</span>
      </p>
      {unknownAeTitles.length > 0 && (
        <p className="mt-2 text-yellow-fg">
          Images arrived from {unknownAeTitles.length === 1 ? 'an unregistered AE title' : 'unregistered AE titles'}:{' '}
          <bdi className="num font-medium">{unknownAeTitles.join(', ')}</bdi>. If this is the laboratory's scanner, edit the
          laboratory and add the AE title.
        </p>
      )}
    </>
  )
}

/** Shows the values that connect a laboratory's scanner, and whether its images arrive. Asks again every few seconds. */
export function ScannerConnection({ labId }: { labId: string }) {
  const { data, error } = useQuery(labConnectionOptions(labId))
  if (!data) return error ? <FormMessage tone="error">The connection could not be loaded.</FormMessage> : <Loading />
  const rows = connectionRows(data)
  return (
    <div>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 rounded-sm border border-line bg-sunken px-3 py-2.5">
        <dl className="grid flex-1 grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
          {rows.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-xs text-text-2">{label}</dt>
              <dd className="num font-medium break-words select-text">{value}</dd>
            </div>
          ))}
        </dl>
        <Button className="max-lg:h-11" onClick={() => void copyRows(rows)}>
          <Copy size={14} aria-hidden /> Copy
        </Button>
      </div>
      <div role="status" className="mt-2">
        <Arrival {...data} />
      </div>
      {data.refusedConnections.length > 0 && (
        <section aria-label="Refused connections of the last day" className="mt-3">
          <h3 className="mb-1 text-sm font-medium">Refused connections of the last day</h3>
          <RefusedConnectionList refused={data.refusedConnections} />
        </section>
      )}
    </div>
  )
}
