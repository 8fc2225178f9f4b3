import { useEffect, useSyncExternalStore } from 'react'

const changes = new EventTarget()
let shownPage: string | null = null
let newPage = ''

function show(page: string) {
  if (page === shownPage) return
  // Screen readers say the title of a document that loads, but not of a page that replaces another one.
  if (shownPage !== null) newPage = page
  shownPage = page
  changes.dispatchEvent(new Event('change'))
}

function subscribe(listener: () => void) {
  changes.addEventListener('change', listener)
  return () => changes.removeEventListener('change', listener)
}

/** Returns the name of the page that has replaced another one without loading a document, or an empty string. */
export const useNewPage = (): string => useSyncExternalStore(subscribe, () => newPage)

/** Returns a patient's name and id for a window title, as far as they are known. */
export const patientTitle = (name: string | null | undefined, id: string | null | undefined) =>
  [name, id].filter(Boolean).join(' · ')

/** Sets the window title to what the page is about, or to the page's name. */
export function useTitle(page: string, subject = '') {
  useEffect(() => {
    document.title = `${subject || page} - Readroom`
  }, [page, subject])
  useEffect(() => show(page), [page])
}
