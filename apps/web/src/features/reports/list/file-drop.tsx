import { type DragEvent, useState } from 'react'
import { cx } from '../../../lib/cx.ts'
import { acceptedFiles } from './report-file.ts'

/** Shows a field for one file, dropped or chosen. */
export function FileDrop({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !disabled) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      className={cx(
        'grid h-32 place-content-center justify-items-center rounded-md border border-dashed text-center focus-within:border-focus focus-within:ring-2 focus-within:ring-focus/30',
        over ? 'border-accent bg-accent-wash' : 'border-line-strong hover:bg-hover',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        accept={acceptedFiles}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <span className="font-medium">
        Drop a report here, or <span className="text-accent-text">choose a file</span>
      </span>
      <span className="mt-0.5 text-sm text-text-3">.pdf, .doc, .docx or .txt, up to 10MB</span>
    </label>
  )
}
