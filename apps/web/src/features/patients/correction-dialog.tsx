import type { PatientRecord } from '@readroom/contracts/patients'
import { TouchedStudies } from '../../components/study/touched-studies.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { plural } from '../../lib/format.ts'
import type { FieldName } from './record-fields.ts'

/** Fields that change who a patient is, on each of their studies. */
export const identityFields: readonly FieldName[] = ['fullName', 'patientId', 'gender', 'dateOfBirth']

type Props = { record: PatientRecord; onConfirm: () => void; onCancel: () => void }

/** Lists every study that a correction of the patient's identity changes, before it is saved. */
export function CorrectionDialog({ record, onConfirm, onCancel }: Props) {
  const studies = record.allStudies.map(({ examDescription, ...study }) => ({ ...study, description: examDescription }))
  return (
    <ConfirmDialog
      wide
      title={`Correct ${plural(studies.length, 'study', 'studies')}?`}
      action="Save correction"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        <p>The correction shows on all of these studies. Check that each is of this person.</p>
        <TouchedStudies studies={studies} />
      </div>
    </ConfirmDialog>
  )
}
