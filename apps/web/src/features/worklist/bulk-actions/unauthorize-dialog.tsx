import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { bulkActionEndpoints } from '@readroom/contracts/worklist/bulk-actions'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { FormText } from '../../../components/form/form-field.tsx'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { confirmOverride } from '../../../lib/studies/study-overrides.ts'
import { BulkDialog } from './bulk-dialog.tsx'

const { unauthorize } = bulkActionEndpoints
const Fields = unauthorize.body.omit({ studyIds: true })
type Fields = z.input<typeof Fields>

type Props = { studies: readonly WorklistRow[]; onDone: (studyIds: readonly string[]) => void; onClose: () => void }

export default function UnauthorizeDialog({ studies, onDone, onClose }: Props) {
  const client = useQueryClient()
  return (
    <BulkDialog
      title="Unauthorized"
      studies={studies}
      schema={Fields}
      values={{ reason: '' }}
      action="Withdraw"
      destructive
      busyAction="Withdrawing..."
      failed="Failed to withdraw the reports"
      change={(studyIds, fields) => api.call(unauthorize, { body: { studyIds, ...fields } })}
      doneText={(done) => `${plural(done.length, 'study', 'studies')} back in progress`}
      onDone={(done) => {
        for (const study of done) confirmOverride({ ...study, workflowStatus: 'report_in_progress' })
        void client.invalidateQueries({ queryKey: studyKeys.lists })
        void client.invalidateQueries({ queryKey: studyKeys.counts })
        onDone(done.map(({ _id }) => _id))
      }}
      onClose={onClose}
    >
      <p className="text-text-2">
        Returns each study to Report in Progress and restarts its turnaround time. Finalized reports stay, marked as withdrawn.
        Laboratories can no longer download them.
      </p>
      <FormText<Fields> name="reason" label="Reason" hint="Shown in the history of each study." />
    </BulkDialog>
  )
}
