import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { useCallback } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { PatientPage } from '../../features/patients/record/patient-page.tsx'
import type { StudyActions } from '../../features/patients/record/tabs/studies-tab.tsx'
import { useAddress } from '../../lib/hooks/use-address.ts'
import { patientPath } from '../../lib/paths.ts'
import { useUser } from '../../lib/session/session.ts'
import { PatientDocuments } from './patient-documents.tsx'
import { PatientPrivacy } from './patient-privacy.tsx'
import { useStudyActions } from './use-study-actions.ts'

/** Shows the page of the patient named in the address. */
export default function LinkedPatientPage() {
  const { role } = useUser()
  const { patientId = '' } = useParams()
  const [params] = useAddress()
  const navigate = useNavigate()
  const studyId = params.get('studyId') ?? undefined
  const showRecord: StudyActions['showRecord'] = useCallback(
    (study) => navigate(patientPath(patientId, study.studyId)),
    [navigate, patientId],
  )
  const { actions, confirmation } = useStudyActions(showRecord)
  // A user who came by a link has no page to go back to.
  const leave = () => (window.history.length > 1 && window.history.state?.idx > 0 ? navigate(-1) : navigate(dashboardPaths[role]))
  return (
    <>
      <PatientPage
        recordKey={{ patientId, studyId }}
        actions={actions}
        documents={(record, onChanged) => <PatientDocuments record={record} onChanged={onChanged} />}
        privacy={({ studyInfo }) => (
          <PatientPrivacy studyId={studyInfo.studyId} onRemoved={() => void navigate(dashboardPaths[role], { replace: true })} />
        )}
        onPatientId={(id) => navigate(patientPath(id, studyId), { replace: true })}
        onSaved={() => undefined}
        onLeave={() => void leave()}
      />
      {confirmation}
    </>
  )
}
