import type { PatientStudy } from '@readroom/contracts/patients'
import { useMemo } from 'react'
import { useZipDownload } from '../../features/downloads/use-zip-download.tsx'
import type { StudyActions } from '../../features/patients/studies-tab.tsx'
import { openViewer } from '../../features/viewer/open-viewer.ts'
import { useUser } from '../../lib/session/session.ts'

const keysOf = ({ studyId, studyInstanceUID, orthancStudyID }: PatientStudy) => ({
  ...{ _id: studyId, studyInstanceUID, orthancStudyID },
})

/** What the studies of a patient's record can be used for; `confirmation` asks before a large download. */
export function useStudyActions(currentId: string | undefined, showRecord: StudyActions['showRecord']) {
  const { role } = useUser()
  const { download, confirmation } = useZipDownload()
  const actions = useMemo(
    (): StudyActions => ({
      openStudy: (study) => void openViewer(keysOf(study), role),
      compareStudy: (study) => void openViewer(keysOf(study), role),
      downloadStudy: (study) => void download(keysOf(study)),
      showRecord,
    }),
    [role, download, showRecord],
  )
  return { actions, confirmation, currentId }
}
