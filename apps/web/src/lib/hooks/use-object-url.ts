import { useEffect, useState } from 'react'

/** Returns an address under which the page can show a blob, or null if there is none. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setShown(url)
    return () => {
      setShown(null)
      URL.revokeObjectURL(url)
    }
  }, [blob])
  return shown
}
