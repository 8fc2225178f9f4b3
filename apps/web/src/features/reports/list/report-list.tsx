import type { Report } from '@readroom/contracts/reports/reports'
import { Download, FileType, Lock, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { signedWords } from '../../../lib/studies/reading-words.ts'
import { SentTo } from './sent-to.tsx'

function StatusBadge({ report }: { report: Report }) {
  const final = report.reportStatus === 'finalized'
  if (report.isWithdrawn)
    return <span className="rounded-xs bg-press px-1.5 text-xs font-medium leading-5 text-text-2">Withdrawn</span>
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-xs px-1.5 text-xs font-medium leading-5',
        final ? 'bg-blue-wash text-blue-fg' : 'bg-purple-wash text-purple-fg',
      )}
    >
      {final ? <Lock size={11} aria-hidden /> : <Pencil size={11} aria-hidden />}
      {final ? 'Finalized' : report.signed ? 'Preliminary' : 'Draft'}
    </span>
  )
}

/** Tells the user that the document is being made, for the few seconds after signing until it is ready. */
const BeingMade = () => <span role="status"> · Creating document</span>

/** Shows the downloads of a report: by whom and when. */
function Taken({ report: { downloads } }: { report: Report }) {
  if (downloads.length === 0) return null
  return (
    <details className="text-xs text-text-2">
      <summary className="w-fit cursor-pointer rounded-xs max-lg:py-2">
        Downloaded <span className="num">{downloads.length}</span> {downloads.length === 1 ? 'time' : 'times'}
      </summary>
      <ul aria-label="Downloads" className="mt-1 grid gap-0.5">
        {downloads.map(({ userName, downloadedAt }) => {
          const { text, exact } = formatInstant(downloadedAt)
          return (
            <li key={`${downloadedAt} ${userName}`} className="flex gap-2">
              <time dateTime={downloadedAt} data-tip={exact} className="num whitespace-nowrap">
                {text}
              </time>
              <bdi>{userName}</bdi>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** Shows to whom a report was sent. */
function Sent({ report }: { report: Report }) {
  if (report.sent.length === 0) return null
  return (
    <details className="text-xs text-text-2">
      <summary className="w-fit cursor-pointer rounded-xs max-lg:py-2">
        Sent <span className="num">{report.sent.length}</span> {report.sent.length === 1 ? 'time' : 'times'}
      </summary>
      <SentTo report={report} />
    </details>
  )
}

type RowProps = {
  report: Report
  onPreview: () => void
  onDownload: () => void
  onDownloadWord: () => void
  onDelete: () => void
  mayDelete: boolean
}

function ReportRow({ report, onPreview, onDownload, onDownloadWord, onDelete, mayDelete }: RowProps) {
  const { text, exact } = formatInstant(report.uploadedAt)
  return (
    <tr className="border-b border-line last:border-0">
      <td className="max-w-0 min-w-40 py-1.5 pr-3 pl-5">
        <button
          type="button"
          data-full
          aria-label={`Preview ${report.filename}`}
          disabled={!report.isReady}
          className="block max-w-full truncate rounded-xs text-left font-medium enabled:hover:text-accent-text enabled:hover:underline max-lg:min-h-9"
          onClick={onPreview}
        >
          <bdi>{report.filename}</bdi>
        </button>
        <p className="num text-xs text-text-3">
          {report.signed ? signedWords(report.signed) : report.reportType}, version {report.version}
          {!report.isReady && <BeingMade />}
          <span className="sm:hidden">
            {' '}
            · {report.uploadedBy} · {text}
          </span>
        </p>
        <Taken report={report} />
        <Sent report={report} />
      </td>
      <td className="pr-3">
        <StatusBadge report={report} />
      </td>
      <td className="pr-3 text-text-2 max-sm:hidden">
        <bdi>{report.uploadedBy}</bdi>
      </td>
      <td className="num pr-3 whitespace-nowrap text-text-2 max-sm:hidden">
        <time dateTime={report.uploadedAt} data-tip={exact}>
          {text}
        </time>
      </td>
      <td className="num pr-3 text-right whitespace-nowrap text-text-2 max-sm:hidden">
        {report.isReady ? report.formattedSize : ''}
      </td>
      <td className="pr-4 text-right whitespace-nowrap">
        <IconButton
          label={`Download ${report.filename}`}
          className="max-lg:size-11"
          disabled={!report.isReady}
          onClick={onDownload}
        >
          <Download size={15} />
        </IconButton>
        {report.signed && (
          <IconButton
            label={`Download ${report.filename} as Word document`}
            className="max-lg:size-11"
            disabled={!report.isReady}
            onClick={onDownloadWord}
          >
            <FileType size={15} />
          </IconButton>
        )}
        {mayDelete && report.canDelete && (
          <IconButton label={`Delete ${report.filename}`} className="hover:text-red-fg! max-lg:size-11" onClick={onDelete}>
            <Trash2 size={15} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}

type Props = {
  reports: readonly Report[]
  mayEdit: boolean
  onPreview: (report: Report) => void
  onDownload: (report: Report) => void
  onDownloadWord: (report: Report) => void
  onDelete: (report: Report) => void
}

const headings = [
  { label: 'Report', className: 'pl-5' },
  { label: 'Status', className: '' },
  { label: 'Uploaded by', className: 'max-sm:hidden' },
  { label: 'Uploaded', className: 'max-sm:hidden' },
  { label: 'Size', className: 'text-right max-sm:hidden' },
  { label: 'Actions', className: 'text-right pr-5' },
]

/** Shows that the reports are not there yet, or could not be loaded. */
export function UnloadedReports({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) return <Loading className="justify-center py-14">Loading reports...</Loading>
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-14 text-text-2">
      Failed to load reports
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

export function ReportList({ reports, mayEdit, onPreview, onDownload, onDownloadWord, onDelete }: Props) {
  if (reports.length === 0) {
    return (
      <div className="py-14 text-center">
        <h3 className="text-lg font-semibold">No Reports Available</h3>
        {mayEdit && <p className="mt-1 text-text-2">Use the Upload tab to add one.</p>}
      </div>
    )
  }
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-left text-xs text-text-2">
          {headings.map(({ label, className }) => (
            <th key={label} scope="col" className={cx('py-2 pr-3 font-medium', className)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            mayDelete={mayEdit}
            onPreview={() => onPreview(report)}
            onDownload={() => onDownload(report)}
            onDownloadWord={() => onDownloadWord(report)}
            onDelete={() => onDelete(report)}
          />
        ))}
      </tbody>
    </table>
  )
}
