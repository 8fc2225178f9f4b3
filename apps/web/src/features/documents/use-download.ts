import type { PatientDocument } from '@readroom/contracts/documents'
import { formatSize } from '@readroom/contracts/file-size'
import { useCallback } from 'react'
import { notify } from '../../lib/notify.tsx'
import { saveBlob } from '../../lib/save-file.ts'
import { type DocumentOwner, downloadFailure, fetchFile } from './documents.queries.ts'

/** Hands a file to the browser, and says what it was. */
export function saveDocument(file: PatientDocument, blob: Blob) {
  saveBlob(blob, file.fileName)
  notify.success(`Downloaded ${file.fileName}`, { description: `${formatSize(blob.size)}, ${file.contentType}` })
}

/** Downloads a document or a report. `onGone`: it is not there any more. */
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
