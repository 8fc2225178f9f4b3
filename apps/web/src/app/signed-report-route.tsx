import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { SignedReportPage } from '../features/reports/signed-report/signed-report-page.tsx'
import { useLive } from '../lib/live/use-live.ts'
import { useUser } from '../lib/session/session.ts'
import { studyKeys } from '../lib/studies/study-cache.ts'

/** Shows the signed report of the study named in the address. Live events keep it up to date. */
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
  // A user who came by a link has no page to go back to.
  const leave = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate(dashboardPaths[role]))
  return <SignedReportPage key={studyId} studyId={studyId} onLeave={() => void leave()} />
}
