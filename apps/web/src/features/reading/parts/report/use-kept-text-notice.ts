import { useEffect } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { notify } from '../../../../lib/notify.tsx'
import { paths, readingPath } from '../../../../lib/paths.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { otherWindows } from '../../requests/window-id.ts'
import { keptStudies } from '../../session/local-copy.ts'

/** A report that was just left still saves its last words. */
const patienceMs = 3_000
const id = 'kept-text'

/** Leads a doctor who is not reading to text that this browser has and the server does not, for example because the study was given to somebody else. */
export function useKeptTextNotice(): void {
  const { _id: userId } = useUser()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (matchPath(paths.reading, pathname)) return void notify.dismiss(id)
    const look = async () => {
      const [studyId] = await keptStudies(userId, await otherWindows())
      if (studyId === undefined) return
      const action = { label: 'Show text', onClick: () => void navigate(readingPath(studyId, '')) }
      notify.warning('This browser has report text that was not saved', { id, action, duration: Number.POSITIVE_INFINITY })
    }
    const timer = setTimeout(() => void look().catch(() => undefined), patienceMs)
    return () => clearTimeout(timer)
  }, [userId, pathname, navigate])
}
