import type { PatientStudy } from '@readroom/contracts/patients/patients'
import { useMemo } from 'react'
import { useZipDownload } from '../../features/images/downloads/use-zip-download.tsx'
import { comparePrior, openReadOnly, openViewer } from '../../features/images/viewer/open-viewer.ts'
import type { StudyActions } from '../../features/patients/record/tabs/studies-tab.tsx'
import { clinicDay } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'

const dateOf = ({ studyDate, uploadDateTime }: PatientStudy) => studyDate ?? clinicDay(new Date(uploadDateTime))

const keysOf = ({ studyId, studyInstanceUID, orthancStudyID }: PatientStudy) => ({
  _id: studyId,
  studyInstanceUID,
  orthancStudyID,
})

/** Opens the viewer with both studies, the later one first. */
function compare(study: PatientStudy, current: PatientStudy) {
  const isLater = !study.isPrior && dateOf(study) > dateOf(current)
  return isLater ? comparePrior(keysOf(study), current.studyId) : comparePrior(keysOf(current), study.studyId)
}

/** Returns the actions on the studies of a patient record. `confirmation` is the question before a large download. */
export function useStudyActions(showRecord: StudyActions['showRecord']) {
  const { role } = useUser()
  const { download, confirmation } = useZipDownload()
  const actions = useMemo(
    (): StudyActions => ({
      openStudy: (study) => void (study.isPrior ? openReadOnly(keysOf(study)) : openViewer(keysOf(study), role)),
      compareStudy: (study, current) => void compare(study, current),
      downloadStudy: (study) => void download(keysOf(study)),
      showRecord,
    }),
    [role, download, showRecord],
  )
  return { actions, confirmation }
}
