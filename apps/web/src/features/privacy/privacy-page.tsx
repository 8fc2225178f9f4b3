import { type PrivacyAction, privacyEndpoints, privacyKindWords } from '@readroom/contracts/privacy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { AdminTabs } from '../../components/ui/tabs.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { formatInstant, formatMB, plural } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { notify } from '../../lib/notify.tsx'
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

/** Nobody's request: a rule, or what a restored database was told of. */
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
        What was erased comes back with an older backup. The register has ids alone, and a restore erases again by it; keep it
        outside of the file storage, which has it too.
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
  if (!data) return error ? <FormMessage tone="error">The list could not be read.</FormMessage> : <p>Loading...</p>
  const { totalRecords, currentPage, totalPages, hasPrevPage, hasNextPage } = data.pagination
  if (totalRecords === 0)
    return <p className="text-text-2">Nothing was exported or erased. Both begin in the record of a patient.</p>
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
      {acts.length === 0
        ? 'None is set: nothing is removed by itself. They are among the settings.'
        : `Today they would ${acts.join(', and ')}.${held}`}
    </p>
  )
}

/** What was done with patients' data, and what retention times will do. */
export default function PrivacyPage() {
  useTitle('Privacy')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <AdminTabs />
      <div className="mx-auto max-w-220 px-5 py-6 lg:py-10">
        <h1 className="mb-6 text-xl font-semibold">Privacy</h1>
        <section aria-label="Retention times" className="mb-8">
          <h2 className="mb-2 text-lg font-semibold">Retention times</h2>
          <Retention />
        </section>
        <section aria-label="Done so far">
          <h2 className="mb-2 text-lg font-semibold">Exports and erasures</h2>
          <Actions />
          <Register />
        </section>
      </div>
    </main>
  )
}
