import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { patientTitle, useTitle } from '../../../lib/hooks/use-title.ts'
import { type RecordKey, recordOptions } from '../../../lib/studies/record-queries.ts'
import { PatientEditorForm } from './patient-editor.tsx'
import { loadFailure } from './patients.queries.ts'
import { RecordHeader } from './record-header.tsx'
import type { StudyActions } from './tabs/studies-tab.tsx'
import { useLeaveQuestion, usePatientEditor } from './use-patient-editor.ts'

type Props = {
  recordKey: RecordKey
  actions: StudyActions
  documents: (record: PatientRecord, onChanged: () => void) => ReactNode
  privacy: (record: PatientRecord) => ReactNode
  onPatientId: (patientId: string) => void
  onSaved: (studyId: string) => void
  onLeave: () => void
}

function OpenPage({ record, reload, ...props }: Props & { record: PatientRecord; reload: () => void }) {
  const { recordKey, actions, documents, privacy, onPatientId, onSaved, onLeave } = props
  const editor = usePatientEditor({ recordKey, record, onPatientId, onSaved: () => onSaved(record.studyInfo.studyId) })
  const { question, tryToLeave } = useLeaveQuestion(editor, onLeave)
  return (
    <main className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="shrink-0 border-b border-line px-5 py-3">
        <h1 className="text-sm text-text-2">Patient details</h1>
        <RecordHeader record={record} />
      </div>
      <PatientEditorForm
        record={record}
        editor={editor}
        documents={documents(record, reload)}
        privacy={privacy(record)}
        actions={actions}
        onClose={tryToLeave}
        closeLabel="Back"
      />
      {question}
    </main>
  )
}

/** Shows the record on its own page, for narrow screens and for links to a patient. */
export function PatientPage(props: Props) {
  const { data: record, error, refetch } = useQuery(recordOptions(props.recordKey))
  useTitle('Patient details', patientTitle(record?.patientInfo.fullName, record?.patientInfo.patientId))
  // Reloads when the user returns to the page, because somebody else may have saved.
  useEffect(() => {
    const onFocus = () => void refetch()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [refetch])
  if (!record) {
    return (
      <main className="grid flex-1 content-start justify-items-center gap-4 px-5 pt-16">
        {error ? (
          <>
            <p role="alert" className="max-w-110 text-center">
              {loadFailure(error, props.recordKey.patientId)}
            </p>
            <span className="flex gap-2">
              <Button onClick={() => void refetch()}>Try again</Button>
              <Button onClick={props.onLeave}>Back</Button>
            </span>
          </>
        ) : (
          <Loading />
        )}
      </main>
    )
  }
  return <OpenPage key={record.studyInfo.studyId} {...props} record={record} reload={() => void refetch()} />
}
