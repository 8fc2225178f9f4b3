import { type ReportStatus, reportEndpoints } from '@readroom/contracts/reports/reports'
import { useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { Progress } from '../../../lib/api/send-multipart.ts'
import { notify } from '../../../lib/notify.tsx'

/** `afterVersion` is the newest report that the user has seen. The server refuses the upload if there is a newer one. */
type Upload = { studyId: string; file: File; doctorId: string; reportStatus: ReportStatus; afterVersion: number }

/** Uploads a report file. `progress` is null while nothing is being sent. */
export function useReportUpload({ onUploaded, onFailed }: { onUploaded: () => void; onFailed: () => void }) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const cancelling = useRef<AbortController | null>(null)

  async function upload({ studyId, file, afterVersion, ...report }: Upload) {
    const fields = { ...report, afterVersion: String(afterVersion) }
    const controller = new AbortController()
    cancelling.current = controller
    setProgress({ loaded: 0, total: file.size })
    try {
      const options = { signal: controller.signal, onProgress: setProgress }
      await api.upload(reportEndpoints.upload, { params: { studyId } }, { file, fields }, options)
      notify.success('Report uploaded successfully!')
      onUploaded()
    } catch (error) {
      if (!controller.signal.aborted) notify.error(messageOf(error, 'Failed to upload report'))
      onFailed()
    } finally {
      setProgress(null)
    }
  }
  return { progress, upload, cancel: () => cancelling.current?.abort() }
}
