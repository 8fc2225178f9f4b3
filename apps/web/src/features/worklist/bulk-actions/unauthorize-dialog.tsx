import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { bulkActionEndpoints } from '@readroom/contracts/worklist/bulk-actions'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormText } from '../../../components/form/form-field.tsx'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format.ts'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { confirmOverride } from '../../../lib/studies/study-overrides.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Fields = { reason: string }

const { unauthorize } = bulkActionEndpoints
const resolver = createResolver<Fields>(unauthorize.body, ['reason'])

type Props = { studies: readonly WorklistRow[]; onDone: (studyIds: readonly string[]) => void; onClose: () => void }

export default function UnauthorizeDialog({ studies, onDone, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm<Fields>({ defaultValues: { reason: '' }, resolver, reValidateMode: 'onSubmit' })
  return (
    <BulkDialog
      title="Unauthorized"
      studies={studies}
      form={form}
      action="Withdraw"
      destructive
      busyAction="Withdrawing..."
      failed="Failed to withdraw the reports"
      run={async ({ reason }) => {
        const studyIds = studies.map(({ _id }) => _id)
        return (await api.call(unauthorize, { body: { studyIds, reason } })).results
      }}
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
