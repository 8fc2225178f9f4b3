import { useEffect } from 'react'

/** Who a window is about: the name and the id, of what is known. */
export const patientTitle = (name: string | null | undefined, id: string | null | undefined, unknown: string) =>
  [name, id].filter(Boolean).join(' · ') || unknown

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} - Readroom`
  }, [title])
}
