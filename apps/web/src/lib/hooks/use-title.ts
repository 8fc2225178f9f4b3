import { useEffect } from 'react'

/** Returns a window title with the patient's name and id, as far as they are known. */
export const patientTitle = (name: string | null | undefined, id: string | null | undefined, unknown: string) =>
  [name, id].filter(Boolean).join(' · ') || unknown

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} - Readroom`
  }, [title])
}
