import { bulkActionEndpoints } from '@readroom/contracts/bulk-actions'
import { shareDays } from '@readroom/contracts/sharing'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useForm } from 'react-hook-form'
import { FormCheck, FormField } from '../../components/form/form-field.tsx'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format.ts'
import { createResolver } from '../../lib/forms/form-resolver.ts'
import { useRequestId } from '../../lib/hooks/use-request-id.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Fields = { email: string; recipientName: string; withImages: boolean }

const { dispatch } = bulkActionEndpoints
const resolver = createResolver<Fields>(dispatch.body, ['email', 'recipientName', 'withImages'])

/** The physician who referred all of the studies, where it is one. */
function commonPhysician(studies: readonly WorklistRow[]): string {
  const [name, ...others] = new Set(studies.map(({ referringPhysicianName }) => referringPhysicianName ?? ''))
  return others.length === 0 ? (name ?? '') : ''
}

type Props = { studies: readonly WorklistRow[]; onDone: (studyIds: readonly string[]) => void; onClose: () => void }

export default function DispatchDialog({ studies, onDone, onClose }: Props) {
  const defaultValues = { email: '', recipientName: commonPhysician(studies), withImages: false }
  const requestId = useRequestId()
  const form = useForm<Fields>({ defaultValues, resolver, reValidateMode: 'onSubmit' })
  return (
    <BulkDialog
      title="Dispatch Report"
      studies={studies}
      form={form}
      action="Dispatch"
      busyAction="Dispatching..."
      failed="Failed to dispatch the reports"
      run={async (values) => {
        const studyIds = studies.map(({ _id }) => _id)
        const asked = { studyIds, ...values }
        return (await api.call(dispatch, { body: { ...asked, requestId: requestId.of(asked) } })).results
      }}
      doneText={(done, { email }) => `${plural(done.length, 'report')} dispatched to ${email}`}
      onDone={(done) => onDone(done.map(({ _id }) => _id))}
      onClose={onClose}
    >
      <p className="text-text-2">
        Records the newest finalized report of each study as sent, and mails the recipient a link to sign in. The mail names no
        patient.
      </p>
      <FormField<Fields> name="recipientName" label="Recipient" hint="The referring physician" maxLength={200} />
      <FormField<Fields> name="email" label="Email" type="email" required maxLength={254} />
      <FormCheck<Fields>
        name="withImages"
        label={`Include a link to the images (${shareDays} days)`}
        hint="Whoever has the mail can open the images, without signing in."
      />
    </BulkDialog>
  )
}
