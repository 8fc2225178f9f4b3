import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { useRefetchOnNews } from '../../../lib/hooks/use-refetch-on-news.ts'
import { notify } from '../../../lib/notify.tsx'
import { type RecordKey, recordOptions } from '../../../lib/studies/record-queries.ts'
import { PatientEditorForm } from './patient-editor.tsx'
import { loadFailure } from './patients.queries.ts'
import { RecordHeader } from './record-header.tsx'
import type { StudyActions } from './tabs/studies-tab.tsx'
import { useLeaveQuestion, usePatientEditor } from './use-patient-editor.ts'

export type PatientDialogProps = {
  patientId: string | null
  studyId: string
  /** Any value that changes with news about the study. The record is then reloaded. */
  heardOf: unknown
  actions: StudyActions
  /** Renders the patient's documents. They call `onChanged` after a change. */
  documents: (record: PatientRecord, onChanged: () => void) => ReactNode
  privacy: (record: PatientRecord) => ReactNode
  onSaved: (studyId: string) => void
  onClose: () => void
}

type OpenProps = PatientDialogProps & {
  recordKey: RecordKey
  record: PatientRecord
  reload: () => void
  onPatientId: (id: string) => void
  /** Receives the function that leaves the dialog, while the record is open. */
  onLeaveBy: (leave: () => void) => void
}

function OpenRecord({ recordKey, record, reload, onPatientId, onLeaveBy, ...props }: OpenProps) {
  const { actions, documents, privacy, onSaved, onClose } = props
  const editor = usePatientEditor({ recordKey, record, onPatientId, onSaved: () => onSaved(record.studyInfo.studyId) })
  const { question, tryToLeave } = useLeaveQuestion(editor, onClose)
  useEffect(() => onLeaveBy(tryToLeave))
  return (
    <>
      <PatientEditorForm
        record={record}
        editor={editor}
        documents={documents(record, reload)}
        privacy={privacy(record)}
        actions={actions}
        onClose={tryToLeave}
        closeLabel="Close"
        takesFocus
      />
      {question}
    </>
  )
}

/** Shows the record of a patient, with one of their studies. */
export default function PatientDialog(props: PatientDialogProps) {
  const { studyId, heardOf, onClose } = props
  const leave = useRef(onClose)
  /** The patient ID as corrected here, used until the row shows it too. */
  const [corrected, setCorrected] = useState<{ from: string | null; to: string } | null>(null)
  const patientId = corrected?.from === props.patientId ? corrected.to : props.patientId
  const recordKey = { patientId, studyId }
  const options = recordOptions(recordKey)
  const { data: record, error, refetch } = useQuery(options)
  useRefetchOnNews(heardOf, options.queryKey, refetch)
  useEffect(() => {
    if (!error || record) return
    notify.error(loadFailure(error, patientId))
    onClose()
  }, [error, record, patientId, onClose])
  return (
    <Dialog
      title="Patient details"
      width="max-w-[1240px] sm:h-[92dvh]"
      header={record ? <RecordHeader record={record} /> : <p className="h-12" />}
      onClose={() => leave.current()}
    >
      {record ? (
        <OpenRecord
          {...props}
          recordKey={recordKey}
          record={record}
          reload={() => void refetch()}
          onPatientId={(to) => setCorrected({ from: props.patientId, to })}
          onLeaveBy={(by) => {
            leave.current = by
          }}
        />
      ) : (
        <Loading className="px-5 py-4" />
      )}
    </Dialog>
  )
}
