import type { PatientRecord, PatientSave } from '@readroom/contracts/patients/patients'
import { type ReactNode, useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { PrintLink } from '../../../components/study/print-link.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { plural } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { RecordProvider } from './tabs/record-field.tsx'
import { RecordTabs } from './tabs/record-tabs.tsx'
import type { StudyActions } from './tabs/studies-tab.tsx'
import type { PatientEditor } from './use-patient-editor.ts'

type Also = NonNullable<PatientSave['alsoStudies']>

/** Returns the other studies of the same day that the user may edit. */
function sameVisit({ allStudies, studyInfo, permissions }: PatientRecord): Also {
  if (!permissions.canEdit || studyInfo.studyDate === null) return []
  return allStudies
    .filter(({ isCurrent, isPrior, studyDate }) => !isCurrent && !isPrior && studyDate === studyInfo.studyDate)
    .map(({ studyId, recordVersion }) => ({ studyId, version: recordVersion }))
}

/** Returns true for Ctrl+S or Cmd+S. */
function isSaveKey({ key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean }) {
  return (ctrlKey || metaKey) && key.toLowerCase() === 's'
}

type Props = {
  record: PatientRecord
  editor: PatientEditor
  documents: ReactNode
  /** Further actions on the patient's data, besides editing. */
  privacy: ReactNode
  actions: StudyActions
  onClose: () => void
  closeLabel: string
  takesFocus?: boolean
}

/** Shows the record below its header: conflicts, fields and footer. */
export function PatientEditorForm({
  record,
  editor,
  documents,
  privacy,
  actions,
  onClose,
  closeLabel,
  takesFocus = false,
}: Props) {
  const id = useId()
  const [also, setAlso] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const { canEdit } = record.permissions
  const { changes, conflicts, busy, isRestored } = editor
  const others = sameVisit(record)
  const { patientId } = record.patientInfo
  const save = () => editor.save(also ? others : [])

  return (
    <FormProvider {...editor.form}>
      <RecordProvider value={{ record, canEdit: canEdit && !busy, takesFocus }}>
        {isRestored && changes > 0 && (
          <p
            role="status"
            className="flex shrink-0 flex-wrap items-center gap-x-3 border-b border-line bg-blue-wash px-5 py-2 text-sm"
          >
            Your unsaved changes were restored.
            <Button look="link" onClick={editor.discard}>
              Discard changes
            </Button>
          </p>
        )}
        <ConflictPanel conflicts={conflicts} decide={editor.decide} />
        <form
          id={id}
          noValidate
          aria-label="Patient details"
          className="flex min-h-0 flex-1 flex-col"
          onKeyDown={(event) => {
            if (!isSaveKey(event)) return
            event.preventDefault()
            if (canEdit) event.currentTarget.requestSubmit()
            else notify.error('You do not have permission to edit this record')
          }}
          onSubmit={(event) => {
            event.preventDefault()
            if (conflicts.length > 0) return
            if (editor.isCorrection && record.allStudies.length > 1) setConfirming(true)
            else save()
          }}
        >
          <RecordTabs documents={documents} actions={actions} />
        </form>
        <footer className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3">
          <PrintLink patientId={patientId} studyId={record.studyInfo.studyId} />
          {privacy}
          {others.length > 0 && (
            <CheckboxField
              label={`Also apply to ${plural(others.length, 'other study', 'other studies')} of this day`}
              labelClass="flex items-center gap-2 text-sm max-lg:min-h-11"
              data-tip="Clinical history, urgency, marks and physicians"
              checked={also}
              onChange={(event) => setAlso(event.target.checked)}
            />
          )}
          <span className="ml-auto text-sm text-text-2" role="status">
            {changes > 0 && plural(changes, 'unsaved change')}
          </span>
          <Button className="max-lg:h-11" onClick={onClose}>
            {closeLabel}
          </Button>
          {canEdit && (
            <SubmitButton
              form={id}
              size="sm"
              label="Save Changes"
              busyLabel="Saving..."
              busy={busy}
              disabled={changes === 0 || conflicts.length > 0}
            />
          )}
        </footer>
        {confirming && (
          <CorrectionDialog
            record={record}
            onConfirm={() => {
              setConfirming(false)
              save()
            }}
            onCancel={() => setConfirming(false)}
          />
        )}
      </RecordProvider>
    </FormProvider>
  )
}
