import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { reloadOnce, reloadPage } from '../lib/load-failures.ts'
import { useNewVersion } from '../lib/new-version.ts'
import { notify } from '../lib/notify.tsx'
import { paths } from '../lib/paths.ts'

const readingRoom = paths.reading.replace(':studyId', '')

const fields = 'input, textarea, select, [contenteditable]'

/** Returns true if a reload could take away unfinished work. */
const isBusy = () =>
  window.location.pathname.startsWith(readingRoom) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null ||
  document.activeElement?.matches(fields) === true

/** Loads the newer version of the portal at once. Offers it instead while a study is read, a dialog is open or a field has the cursor. */
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
