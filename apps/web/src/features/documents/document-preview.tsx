import { type PatientDocument, unknownPatientId } from '@readroom/contracts/documents'
import { formatSize } from '@readroom/contracts/file-size'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { PreviewDialog } from '../../components/preview/preview-dialog.tsx'
import type { Progress } from '../../lib/api/send-multipart.ts'
import { previewOf, typeLabel } from './document-files.ts'
import { type DocumentOwner, downloadFailure, fileOptions } from './documents.queries.ts'
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

/** Shows a file in a dialog; nothing of it runs. */
export function DocumentPreview({ owner, file, onDownload, onGone, onClose }: Props) {
  const { kind, blob, failure, progress } = useFile(owner, file, onGone)
  const words = failure && [failure.message, failure.description].filter(Boolean).join('. ')
  return (
    <PreviewDialog
      {...{ kind, blob, progress, onClose }}
      name={file.fileName}
      size={file.size}
      facts={
        <>
          {typeLabel(file.documentType)}, {formatSize(file.size)}, patient <bdi>{owner.patientId ?? unknownPatientId}</bdi>
        </>
      }
      failure={words}
      onDownload={() => (blob ? saveDocument(file, blob) : onDownload(file))}
    />
  )
}
