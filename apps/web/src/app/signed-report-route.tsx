import { dashboardPaths } from '@readroom/contracts/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useLive } from '../features/live/use-live.ts'
import { SignedReportPage } from '../features/signed-report/signed-report-page.tsx'
import { useUser } from '../lib/session/session.ts'
import { studyKeys } from '../lib/studies/study-cache.ts'

/** The signed report of the study that the address names, as it changes. */
export default function SignedReportRoute() {
  const { role } = useUser()
  const { studyId = '' } = useParams()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lookAgain = () => void client.invalidateQueries({ queryKey: studyKeys.reportsOf(studyId) })
  useLive({
    onMessage: (message) => {
      if ('studyId' in message && message.studyId === studyId) lookAgain()
    },
    onReconnected: lookAgain,
  })
  // Whoever came by a link has nothing to go back to.
  const leave = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(dashboardPaths[role]))
  return <SignedReportPage key={studyId} studyId={studyId} onLeave={() => void leave()} />
}
