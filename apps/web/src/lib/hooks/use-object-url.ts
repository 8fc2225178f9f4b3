import { useEffect, useState } from 'react'

/** An address under which the page can show a blob; null without one. */
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
