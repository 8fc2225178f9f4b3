import { formatSize } from '@readroom/contracts/core/file-size'
import type { PatientDocument } from '@readroom/contracts/patients/documents'
import { Download, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { typeLabel } from './document-files.ts'

export type FileActions = {
  onPreview: (file: PatientDocument) => void
  onDownload: (file: PatientDocument) => void
  /** Undefined if nothing may be deleted. */
  onDelete: ((file: PatientDocument) => void) | undefined
}

const headings = [
  { label: 'File', className: '' },
  { label: 'Type', className: 'w-24 @max-xl:hidden' },
  { label: 'Uploaded', className: 'w-56 @max-xl:hidden @3xl:w-80' },
  { label: 'Actions', className: 'w-20 text-right max-lg:w-26' },
]

function FileRow({ file, onPreview, onDownload, onDelete }: FileActions & { file: PatientDocument }) {
  const { text, exact } = formatInstant(file.uploadedAt)
  return (
    <tr className="h-9 border-b border-line last:border-0 hover:bg-hover">
      <td className="py-1 pr-3">
        <p className="flex items-baseline gap-2">
          <button
            type="button"
            data-full
            aria-label={`Preview ${file.fileName}`}
            className="min-w-0 truncate rounded-xs text-left hover:text-accent-text hover:underline max-lg:min-h-9"
            onClick={() => onPreview(file)}
          >
            <bdi>{file.fileName}</bdi>
          </button>
          <span className="num shrink-0 text-sm text-text-3">{formatSize(file.size)}</span>
        </p>
        <p className="num text-xs text-text-2 @xl:hidden">
          {typeLabel(file.documentType)} · {text} · <bdi>{file.uploadedBy}</bdi>
        </p>
      </td>
      <td className="pr-3 text-text-2 @max-xl:hidden">{typeLabel(file.documentType)}</td>
      <td className="pr-3 @max-xl:hidden">
        <p data-full className="truncate text-text-3">
          <time dateTime={file.uploadedAt} data-tip={exact} className="num mr-2 text-text-2">
            {text}
          </time>
          <bdi>{file.uploadedBy}</bdi>
        </p>
      </td>
      <td className="text-right whitespace-nowrap">
        <IconButton label={`Download ${file.fileName}`} className="max-lg:size-11" onClick={() => onDownload(file)}>
          <Download size={15} />
        </IconButton>
        {onDelete && file.documentType !== 'report' && (
          <IconButton
            label={`Delete ${file.fileName}`}
            className="hover:text-red-fg! max-lg:size-11"
            onClick={() => onDelete(file)}
          >
            <Trash2 size={15} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}

/** Rows shown at first. Users look for the newest of hundreds of files, and drawing all takes a second. */
const shownAtFirst = 100

/** Shows the table of documents and reports. Memoised, because it can be long and is next to a form. */
export const DocumentTable = memo(function DocumentTable({
  files,
  ...actions
}: FileActions & { files: readonly PatientDocument[] }) {
  const [isWhole, setWhole] = useState(false)
  if (files.length === 0) return <p className="border-t border-line py-6 text-center text-text-3">No Documents Found</p>
  const shown = isWhole ? files : files.slice(0, shownAtFirst)
  return (
    // As wide as its place: a dialog, or the pane beside a report.
    <div className="@container">
      <table aria-label="Documents" className="w-full table-fixed border-collapse">
        <thead>
          <tr className="border-b border-line text-left text-xs text-text-2">
            {headings.map(({ label, className }) => (
              <th key={label} scope="col" className={cx('py-1.5 pr-3 font-medium last:pr-0', className)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((file) => (
            <FileRow key={file._id} file={file} {...actions} />
          ))}
        </tbody>
      </table>
      {shown.length < files.length && (
        <Button look="link" className="mt-1 max-lg:h-11" onClick={() => setWhole(true)}>
          Show all {files.length}
        </Button>
      )}
    </div>
  )
})
