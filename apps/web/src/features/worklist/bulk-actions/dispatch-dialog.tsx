import { shareDays } from '@readroom/contracts/studies/sharing'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { bulkActionEndpoints } from '@readroom/contracts/worklist/bulk-actions'
import type { z } from 'zod'
import { FormCheck, FormField } from '../../../components/form/form-field.tsx'
import { api } from '../../../lib/api/api.ts'
import { areEmailsKept, keptEmailWords } from '../../../lib/email-words.ts'
import { plural } from '../../../lib/format.ts'
import { BulkDialog } from './bulk-dialog.tsx'

const { dispatch } = bulkActionEndpoints
const Fields = dispatch.body.omit({ studyIds: true })
type Fields = z.input<typeof Fields>

/** Returns the referring physician that all the studies share, or an empty string. */
function commonPhysician(studies: readonly WorklistRow[]): string {
  const [name, ...others] = new Set(studies.map(({ referringPhysicianName }) => referringPhysicianName ?? ''))
  return others.length === 0 ? (name ?? '') : ''
}

type Props = { studies: readonly WorklistRow[]; onDone: (studyIds: readonly string[]) => void; onClose: () => void }

export default function DispatchDialog({ studies, onDone, onClose }: Props) {
  return (
    <BulkDialog
      title="Dispatch Report"
      studies={studies}
      schema={Fields}
      values={{ email: '', recipientName: commonPhysician(studies), withImages: false }}
      action="Dispatch"
      busyAction="Dispatching..."
      failed="Failed to dispatch the reports"
      change={(studyIds, fields) => api.call(dispatch, { body: { studyIds, ...fields } })}
      doneText={(done, { email }) =>
        areEmailsKept()
          ? `${plural(done.length, 'report')} recorded as sent to ${email}. ${keptEmailWords}`
          : `${plural(done.length, 'report')} dispatched to ${email}`
      }
      onDone={(done) => onDone(done.map(({ _id }) => _id))}
      onClose={onClose}
    >
      <p className="text-text-2">
        Records the newest finalized report of each study as sent and emails the recipient a sign-in link. The email contains no
        patient data.
      </p>
      <FormField<Fields> name="recipientName" label="Recipient" hint="The referring physician" maxLength={200} />
      <FormField<Fields> name="email" label="Email" type="email" required maxLength={254} />
      <FormCheck<Fields>
        name="withImages"
        label={`Include a link to the images (${shareDays} days)`}
        hint="Anyone with the email can open the images without signing in."
      />
    </BulkDialog>
  )
}
