import { formatSize } from '@readroom/contracts/core/file-size'
import type { PatientDocument } from '@readroom/contracts/patients/documents'
import { useCallback } from 'react'
import { notify } from '../../../lib/notify.tsx'
import { saveBlob } from '../../../lib/save-file.ts'
import { type DocumentOwner, downloadFailure, fetchFile } from './documents.queries.ts'

/** Hands a file to the browser and shows its name, size and type. */
export function saveDocument(file: PatientDocument, blob: Blob) {
  saveBlob(blob, file.fileName)
  notify.success(`Downloaded ${file.fileName}`, { description: `${formatSize(blob.size)}, ${file.contentType}` })
}

/** Downloads a document or a report. Calls `onGone` if it no longer exists. */
export function useDownload(owner: DocumentOwner, canDownload: boolean, onGone: () => void) {
  return useCallback(
    async (file: PatientDocument) => {
      if (!canDownload) return void notify.error('You do not have permission to download documents')
      try {
        saveDocument(file, (await fetchFile(owner, file)).blob)
      } catch (error) {
        const { message, description, isGone } = downloadFailure(error)
        notify.error(message, { description })
        if (isGone) onGone()
      }
    },
    [owner, canDownload, onGone],
  )
}
