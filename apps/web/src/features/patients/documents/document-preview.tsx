import { formatSize } from '@readroom/contracts/core/file-size'
import { type PatientDocument, unknownPatientId } from '@readroom/contracts/patients/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { PreviewDialog } from '../../../components/preview/preview-dialog.tsx'
import type { Progress } from '../../../lib/api/send-multipart.ts'
import { previewOf, typeLabel } from './document-files.ts'
import { type DocumentOwner, downloadFailure, fileOptions } from './documents.queries.ts'
import { saveDocument } from './use-download.ts'

type Props = {
  owner: DocumentOwner
  file: PatientDocument
  onDownload: (file: PatientDocument) => void
  /** Called if the file no longer exists. */
  onGone: () => void
  onClose: () => void
}

/** Loads a file as the type our own list gives for its extension. The type it claims is ignored. */
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

/** Shows a file in a dialog. Nothing in the file is executed. */
export function DocumentPreview({ owner, file, onDownload, onGone, onClose }: Props) {
  const { kind, blob, failure, progress } = useFile(owner, file, onGone)
  const words = failure && [failure.message, failure.description].filter(Boolean).join('. ')
  return (
    <PreviewDialog
      kind={kind}
      blob={blob}
      progress={progress}
      onClose={onClose}
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
