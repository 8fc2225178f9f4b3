import { type PatientDocument, unknownPatientId } from '@readroom/contracts/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import type { Progress } from '../../lib/api/send-multipart.ts'
import { formatKB, formatMB } from '../../lib/format.ts'
import { previewOf, typeLabel } from './document-files.ts'
import { type DocumentOwner, downloadFailure, fileOptions } from './documents.queries.ts'
import { PreviewNote } from './preview-note.tsx'
import { previews } from './previews.tsx'
import { saveDocument } from './use-download.ts'

type Props = {
  owner: DocumentOwner
  file: PatientDocument
  onDownload: (file: PatientDocument) => void
  /** The file is not there any more. */
  onGone: () => void
  onClose: () => void
}

/** The file's bytes, as what our own list says of its kind: nothing that it says of itself counts. */
function useFile(owner: DocumentOwner, file: PatientDocument, onGone: () => void) {
  const { kind, contentType } = previewOf(file)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { data, error } = useQuery({ ...fileOptions(owner, file, setProgress), enabled: kind !== 'none' })
  const blob = useMemo(() => data && new Blob([data], { type: contentType }), [data, contentType])
  const failure = error && downloadFailure(error)
  const isGone = failure?.isGone ?? false
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])
  return { kind, blob, failure, progress }
}

function PreviewBody({ file, kind, blob, failure, progress }: { file: PatientDocument } & ReturnType<typeof useFile>) {
  const [isBroken, setBroken] = useState(false)
  if (kind === 'none') return <PreviewNote>There is no preview of this kind of file. Download it to open it.</PreviewNote>
  if (failure) return <PreviewNote isAlert>{[failure.message, failure.description].filter(Boolean).join('. ')}</PreviewNote>
  if (isBroken) return <PreviewNote isAlert>This file cannot be shown here. Download it to open it.</PreviewNote>
  if (!blob) {
    const loaded = progress ? ` ${formatMB(progress.loaded)} of ${formatMB(progress.total ?? file.size)} MB` : ''
    return <PreviewNote>Loading{loaded}...</PreviewNote>
  }
  const Preview = previews[kind]
  return <Preview blob={blob} name={file.fileName} onFailed={() => setBroken(true)} />
}

/** Shows a file in a dialog; nothing of it runs. */
export function DocumentPreview({ owner, file, onDownload, onGone, onClose }: Props) {
  const loaded = useFile(owner, file, onGone)
  const { blob } = loaded
  return (
    <Dialog
      nested
      title="Preview"
      width="max-w-[960px]"
      onClose={onClose}
      header={
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="text-lg font-semibold break-all">{file.fileName}</bdi>
          <span className="num text-sm text-text-2">
            {typeLabel(file.documentType)}, {formatKB(file.size)}, patient <bdi>{owner.patientId ?? unknownPatientId}</bdi>
          </span>
        </p>
      }
      footer={
        <>
          <Button className="max-lg:h-11" onClick={() => (blob ? saveDocument(file, blob) : onDownload(file))}>
            Download
          </Button>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <section
        aria-label="Contents of the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-44 flex-1 overflow-auto bg-sunken"
      >
        <PreviewBody file={file} {...loaded} />
      </section>
    </Dialog>
  )
}
