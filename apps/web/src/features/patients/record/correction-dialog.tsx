import { nameFieldNames } from '@readroom/contracts/patients/name-fields'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { TouchedStudies } from '../../../components/study/touched-studies.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { plural } from '../../../lib/format.ts'
import type { FieldName } from './record-fields.ts'

/** Fields whose correction changes the patient's identity in all their studies. */
export const identityFields: readonly FieldName[] = [...nameFieldNames, 'patientId', 'gender', 'dateOfBirth']

type Props = { record: PatientRecord; onConfirm: () => void; onCancel: () => void }

/** Lists the studies that a correction of the patient's identity will change, before it is saved. */
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
        <p>The correction applies to all these studies. Check that each belongs to this patient.</p>
        <TouchedStudies studies={studies} />
      </div>
    </ConfirmDialog>
  )
}
