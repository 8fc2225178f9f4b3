import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { reloadOnce, reloadPage } from '../lib/load-failures.ts'
import { useNewVersion } from '../lib/new-version.ts'
import { notify } from '../lib/notify.tsx'
import { paths } from '../lib/paths.ts'

const readingRoom = paths.reading.replace(':studyId', '')

/** Where a reload would take something out of somebody's hands. The browser itself asks before a form with entries is left. */
const isBusy = () => window.location.pathname.startsWith(readingRoom) || document.querySelector('[role="dialog"]') !== null

/** Loads the newer version of the portal at once, or offers it if somebody reads a study or has a dialog open, until another page is opened. */
export function NewVersion() {
  const isHere = useNewVersion()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isHere) return
    if (!isBusy()) return void reloadOnce()
    notify.info('A new version of Readroom is here.', {
      id: 'new-version',
      description: 'Until you reload, this page may not show everything. Written reports are kept.',
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Reload', onClick: () => void reloadPage() },
    })
  }, [isHere, pathname])
  return null
}
