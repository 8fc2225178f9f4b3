import { reportDocumentEndpoints } from '@readroom/contracts/report-documents'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { saveBlob } from '../../lib/save-file.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { programAsked } from '../viewer/launch-desktop.ts'
import { openProgram } from './open-program.ts'

/** What a document is called whose name did not come along. */
const unnamed = 'Patient_Report.docx'

/** By the desktop program, whose link carries a ticket and never the token; where none answers, as a download. */
async function generate(studyId: string): Promise<{ said: string; description?: string }> {
  const input = { params: { studyId } }
  const { url } = await api.call(reportDocumentEndpoints.launch, input)
  if (await openProgram(url)) return { said: 'Report launcher opened successfully!', description: programAsked }
  const { blob, fileName } = await api.download(reportDocumentEndpoints.generate, input)
  saveBlob(blob, fileName ?? unnamed)
  return { said: 'Report downloaded successfully!' }
}

/** The document that a report is written in. */
export function useReportDocument(studyId: string) {
  const [isBusy, setBusy] = useState(false)
  async function open() {
    if (!sessionStore.current()) return void notify.error('Authentication token not found. Please log in again.')
    setBusy(true)
    try {
      const { said, ...more } = await generate(studyId)
      notify.success(said, more)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to generate report'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, open }
}
