import { reportDocumentEndpoints } from '@readroom/contracts/reports/report-documents'
import { api } from '../../../lib/api/api.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { saveBlob } from '../../../lib/save-file.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { programAsked } from '../../images/viewer/launch-desktop.ts'
import { openProgram } from './open-program.ts'

/** The file name if the server sends none. */
const unnamed = 'Patient_Report.docx'

/** Opens the report document in the desktop program, through a link with a ticket, never the token. If no program opens, downloads it. */
async function generate(studyId: string): Promise<{ said: string; description?: string }> {
  const input = { params: { studyId } }
  const { url } = await api.call(reportDocumentEndpoints.launch, input)
  if (await openProgram(url)) return { said: 'Report launcher opened successfully!', description: programAsked }
  const { blob, fileName } = await api.download(reportDocumentEndpoints.generate, input)
  saveBlob(blob, fileName ?? unnamed)
  return { said: 'Report downloaded successfully!' }
}

/** Opens the document in which a report is written. */
export function useReportDocument(studyId: string) {
  const { start, isBusy } = useChange({
    change: () => generate(studyId),
    failed: 'Failed to generate report',
    onDone: ({ said, ...more }) => notify.success(said, more),
  })
  function open(): void {
    if (sessionStore.current()) start()
    else notify.error('Authentication token not found. Please log in again.')
  }
  return { isBusy, open }
}
