import { type PrivacyAction, privacyEndpoints, privacyKindWords } from '@readroom/contracts/privacy/privacy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../components/ui/button.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { formatInstant, formatMB, plural } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { notify } from '../../lib/notify.tsx'
import { paths } from '../../lib/paths.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { actionsOptions, linkOf, retentionOptions } from './privacy.queries.ts'
import { countsText, stateText } from './privacy-words.ts'

async function download({ id }: PrivacyAction): Promise<void> {
  try {
    window.location.assign(await linkOf(id))
  } catch (error) {
    notify.error(messageOf(error, 'The export could not be downloaded.'))
  }
}

/** Returns the origin of an action that no user requested: a retention time, or the replay after a restore. */
const byWhat = ({ kind }: PrivacyAction) =>
  kind === 'erasure' || kind === 'anonymisation' ? 'after a restore' : 'by retention time'

async function downloadRegister(): Promise<void> {
  try {
    const { blob, fileName } = await api.download(privacyEndpoints.register, {})
    saveBlob(blob, fileName ?? 'erasures.jsonl')
  } catch (error) {
    notify.error(messageOf(error, 'The register could not be downloaded.'))
  }
}

function Register() {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-80 text-sm text-text-2">
        An older backup brings erased data back. A restore uses this register, which contains only ids, to erase that data again.
        Keep a copy outside the file storage.
      </p>
      <Button className="max-lg:h-11" onClick={() => void downloadRegister()}>
        Download the register
      </Button>
    </div>
  )
}

function Item({ action }: { action: PrivacyAction }) {
  const { kind, state, requestedAt, requestedBy, reason, counts, error, sizeBytes, subjectId, patientId } = action
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <span className="block font-medium">
          {privacyKindWords[kind]}: {stateText(action)}
        </span>
        <span className="num block text-text-2">{countsText(counts)}</span>
        {reason && <span className="block break-words text-text-2">{reason}</span>}
        {error && <span className="block text-red-fg">{error}</span>}
        <span className="num block text-xs text-text-3">
          {formatInstant(requestedAt).text}, {requestedBy ?? byWhat(action)}
        </span>
        {subjectId && <span className="num block text-xs break-all text-text-3">Patient {patientId ?? subjectId}</span>}
      </div>
      {kind === 'export' && state === 'done' && (
        <Button className="max-lg:h-11" onClick={() => void download(action)}>
          Download{sizeBytes !== null && ` (${formatMB(sizeBytes)} MB)`}
        </Button>
      )}
    </li>
  )
}

function Actions() {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(actionsOptions(page))
  if (!data) return error ? <FormMessage tone="error">The list could not be loaded.</FormMessage> : <Loading />
  const { totalRecords, currentPage, totalPages, hasPrevPage, hasNextPage } = data.pagination
  if (totalRecords === 0) return <p className="text-text-2">No exports or erasures yet. Start them from a patient record.</p>
  return (
    <>
      <ul aria-label="Exports and erasures" className="divide-y divide-line border-y border-line">
        {data.data.map((action) => (
          <Item key={action.id} action={action} />
        ))}
      </ul>
      <nav aria-label="Pages" className="mt-3 flex items-center gap-3">
        <Button className="max-lg:h-11" disabled={!hasPrevPage} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <span className="num text-text-2">
          {currentPage} / {totalPages}
        </span>
        <Button className="max-lg:h-11" disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </nav>
    </>
  )
}

function Retention() {
  const { data } = useQuery(retentionOptions)
  if (!data) return null
  const held = data.held > 0 ? ` ${plural(data.held, 'study', 'studies')} of patients on hold would stay.` : ''
  const studiesOf = (count: number) => plural(count, 'study', 'studies')
  const acts = [
    ...(data.studies === null ? [] : [`${data.way} ${studiesOf(data.studies)}`]),
    ...(data.images === null ? [] : [`remove the images of ${studiesOf(data.images)}`]),
  ]
  return (
    <p className="text-text-2" role="status">
      {acts.length > 0 ? (
        `Today they would ${acts.join(', and ')}.${held}`
      ) : (
        <>
          No retention times are set. Nothing is removed automatically. Set them on the{' '}
          <Link to={paths.adminSettings} className="text-accent-text underline">
            Settings page
          </Link>
          .
        </>
      )}
    </p>
  )
}

/** Shows the actions on patients' data so far, and what the retention times will do. */
export default function PrivacyPage() {
  useTitle('Privacy')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-220 px-5 py-6 lg:py-10">
        <h1 className="mb-6 text-xl font-semibold">Privacy</h1>
        <section aria-label="Retention times" className="mb-8">
          <h2 className="mb-2 text-lg font-semibold">Retention times</h2>
          <Retention />
        </section>
        <section aria-label="Requests">
          <h2 className="mb-2 text-lg font-semibold">Exports and erasures</h2>
          <Actions />
          <Register />
        </section>
      </div>
    </main>
  )
}
