import type { PatientStudy } from '@readroom/contracts/patients'
import { useMemo } from 'react'
import { useZipDownload } from '../../features/downloads/use-zip-download.tsx'
import type { StudyActions } from '../../features/patients/studies-tab.tsx'
import { comparePrior, openPrior, openViewer } from '../../features/viewer/open-viewer.ts'
import { clinicDay } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'

const dateOf = ({ studyDate, uploadDateTime }: PatientStudy) => studyDate ?? clinicDay(new Date(uploadDateTime))

const keysOf = ({ studyId, studyInstanceUID, orthancStudyID }: PatientStudy) => ({
  ...{ _id: studyId, studyInstanceUID, orthancStudyID },
})

/** The viewer shows the later one first. */
function compare(study: PatientStudy, current: PatientStudy) {
  const isLater = !study.isPrior && dateOf(study) > dateOf(current)
  return isLater ? comparePrior(keysOf(study), current.studyId) : comparePrior(keysOf(current), study.studyId)
}

/** What the studies of a patient's record can be used for; `confirmation` asks before a large download. */
export function useStudyActions(showRecord: StudyActions['showRecord']) {
  const { role } = useUser()
  const { download, confirmation } = useZipDownload()
  const actions = useMemo(
    (): StudyActions => ({
      openStudy: (study) => void (study.isPrior ? openPrior(keysOf(study)) : openViewer(keysOf(study), role)),
      compareStudy: (study, current) => void compare(study, current),
      downloadStudy: (study) => void download(keysOf(study)),
      showRecord,
    }),
    [role, download, showRecord],
  )
  return { actions, confirmation }
}
