import { summaryEndpoints } from '@readroom/contracts/patients/summary'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Eye, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { PrintLink } from '../../../components/study/print-link.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import { useRefetchOnNews } from '../../../lib/hooks/use-refetch-on-news.ts'
import { SummaryHeader } from './summary-header.tsx'
import { SummaryFailure } from './summary-states.tsx'
import { SummaryTabs } from './summary-tabs.tsx'

/** Stands for a missing patient ID in the request. */
const unknownId = 'N/A'

function summaryOptions({ _id: studyId, patientId }: Pick<WorklistRow, '_id' | 'patientId'>) {
  const queryKey = ['patients', 'summary', studyId] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const input = { params: { patientId: patientId ?? unknownId }, query: { studyId } }
      const options = { signal, background: client.getQueryData(queryKey) !== undefined }
      return (await api.call(summaryEndpoints.read, input, options)).data
    },
  })
}

type Props = {
  /** The row changes with any news about the study. The summary is then reloaded. */
  row: WorklistRow
  onOpenPatient: () => void
  onOpenViewer: () => void
  onClose: () => void
  /** The patient's documents, read-only. */
  documents?: ReactNode
}

/** Shows the patient summary: the facts of a study and its history. */
export default function SummaryDialog({ row, onOpenPatient, onOpenViewer, onClose, documents }: Props) {
  const options = summaryOptions(row)
  const { data: summary, error, refetch } = useQuery(options)
  useRefetchOnNews(row, options.queryKey, refetch)
  return (
    <Dialog
      title="Patient Information"
      width="max-w-[1200px] h-[92dvh]"
      header={<SummaryHeader row={row} summary={summary} onOpenPatient={onOpenPatient} />}
      onClose={onClose}
      footer={
        <>
          <PrintLink patientId={row.patientId} studyId={row._id} className="mr-auto max-sm:px-2" />
          <Button className="max-lg:h-11 max-sm:px-2" onClick={onOpenPatient}>
            <User size={15} aria-hidden className="max-sm:hidden" />
            Patient details
          </Button>
          <Button className="max-lg:h-11 max-sm:px-2" onClick={onOpenViewer}>
            <Eye size={15} aria-hidden className="max-sm:hidden" />
            Open viewer
          </Button>
          <Button className="max-lg:h-11 max-sm:px-2" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error && !summary ? (
        <SummaryFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SummaryTabs row={row} summary={summary} documents={documents} />
      )}
    </Dialog>
  )
}
