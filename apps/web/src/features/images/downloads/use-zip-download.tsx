import { largeZipMB } from '@readroom/contracts/images/downloads'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { notify } from '../../../lib/notify.tsx'
import { followLink } from '../../../lib/save-file.ts'
import { downloadDirect, requestZip, watchZip, type ZipLink } from './zip-download.tsx'

function save({ downloadUrl, fileName, fileSizeMB }: ZipLink, toastId: string) {
  followLink(downloadUrl)
  notify.success(`Download started: ${fileName}, ${fileSizeMB.toFixed(1)} MB`, { id: toastId })
}

/** Downloads the ZIP of a study: at once if it is stored, otherwise when it is built. Asks before a large download. */
export function useZipDownload() {
  const [large, setLarge] = useState<{ link: ZipLink; toastId: string } | null>(null)
  const watched = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const all = watched.current
    return () => {
      for (const watch of all.values()) watch.abort()
    }
  }, [])

  const download = useCallback(async (row: Pick<WorklistRow, '_id' | 'orthancStudyID'>) => {
    const toastId = `zip-${row._id}`
    if (!row.orthancStudyID) return void notify.error('Orthanc Study ID not found')
    if (watched.current.has(row._id)) return
    const watch = new AbortController()
    watched.current.set(row._id, watch)
    try {
      let answer = await requestZip(row)
      if (answer.kind === 'building') {
        notify.info(answer.message)
        if (await watchZip(row, { signal: watch.signal, stop: () => watch.abort() })) answer = await requestZip(row)
      }
      if (answer.kind !== 'ready') return
      notify.dismiss(toastId)
      if (answer.link.fileSizeMB > largeZipMB) setLarge({ link: answer.link, toastId })
      else save(answer.link, toastId)
    } finally {
      watched.current.delete(row._id)
      // No later code would dismiss the progress toast.
      if (watch.signal.aborted) notify.dismiss(toastId)
    }
  }, [])

  const confirmation = large && (
    <ConfirmDialog
      title="Large download"
      action="Download"
      onCancel={() => setLarge(null)}
      onConfirm={() => {
        save(large.link, large.toastId)
        setLarge(null)
      }}
    >
      This ZIP has {large.link.fileSizeMB.toFixed(1)} MB. Do you want to download it?
    </ConfirmDialog>
  )
  return { download, downloadDirect, confirmation }
}
