import { formatSize } from '@readroom/contracts/core/file-size'
import type { DocumentCategory } from '@readroom/contracts/patients/documents'
import { Button } from '../../../components/ui/button.tsx'
import { ProgressBar, progressText } from '../../../components/ui/progress.tsx'
import { formatMB } from '../../../lib/format.ts'
import { CategorySelect } from './category-select.tsx'
import { typeLabel } from './document-files.ts'
import type { Chosen } from './use-uploads.ts'

type RowProps = { chosen: Chosen; onCategory: (category: DocumentCategory) => void; onRemove: () => void }

/** Shows the progress of the upload, in MB and per cent. */
function Sending({ chosen: { file, progress } }: { chosen: Chosen }) {
  const { loaded, total } = progress ?? { loaded: 0, total: null }
  const whole = total ?? file.size
  const value = whole === 0 ? null : Math.min(1, loaded / whole)
  const text = `${formatMB(loaded)} of ${formatMB(whole)} MB`
  return (
    <>
      <div className="min-w-24 flex-1">
        <ProgressBar label={`Upload of ${file.name}`} value={value} text={text} />
      </div>
      <span className="num shrink-0 text-sm text-text-2">{progressText({ value, text })}</span>
    </>
  )
}

function ChosenRow({ chosen, onCategory, onRemove }: RowProps) {
  const { file, category, progress, failure } = chosen
  return (
    <li className="rounded-sm bg-sunken px-2.5 py-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi data-full className="max-w-72 min-w-0 truncate max-sm:max-w-full">
          {file.name}
        </bdi>
        <span className="num shrink-0 text-sm text-text-3">{formatSize(file.size)}</span>
        {progress ? (
          <span className="rounded-xs border border-line-strong px-1.5 text-xs leading-5">{typeLabel(category)}</span>
        ) : (
          <CategorySelect label={`Category of ${file.name}`} value={category} onChange={onCategory} className="ml-auto" />
        )}
        {progress && <Sending chosen={chosen} />}
        <Button
          look="quiet"
          className="max-lg:h-11"
          aria-label={`${progress ? 'Cancel the upload of' : 'Remove'} ${file.name}`}
          onClick={onRemove}
        >
          {progress ? 'Cancel' : 'Remove'}
        </Button>
      </div>
      {failure && (
        <p role="alert" className="pb-1 text-sm break-words text-red-fg">
          {failure}
        </p>
      )}
    </li>
  )
}

type Props = {
  chosen: readonly Chosen[]
  onCategory: (key: number, category: DocumentCategory) => void
  onRemove: (key: number) => void
}

/** Shows the files that were chosen but not uploaded yet. */
export function ChosenFiles({ chosen, onCategory, onRemove }: Props) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Selected files" className="mb-3 grid max-h-64 gap-1 overflow-y-auto">
      {chosen.map((one) => (
        <ChosenRow
          key={one.key}
          chosen={one}
          onCategory={(category) => onCategory(one.key, category)}
          onRemove={() => onRemove(one.key)}
        />
      ))}
    </ul>
  )
}
