import { useEffect, useEffectEvent, useState } from 'react'
import { Loading } from '../ui/loading.tsx'
import type { PreviewProps } from './preview.tsx'
import { wordPage } from './word-page.ts'

/** Renders a Word document in a frame without an origin. It runs no scripts, submits no forms and fetches nothing. */
export default function WordPreview({ blob, name, onFailed }: PreviewProps) {
  const [page, setPage] = useState<string | null>(null)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    let isOver = false
    wordPage(blob).then(
      (html) => isOver || setPage(html),
      () => isOver || fail(),
    )
    return () => {
      isOver = true
    }
  }, [blob])
  if (page === null) return <Loading className="justify-center px-5 py-16" />
  return (
    <div className="flex h-full min-h-[65vh] flex-col">
      <p className="px-3 py-1.5 text-xs text-text-2">Line and page breaks may differ in Word.</p>
      <iframe title={name} sandbox="" srcDoc={page} className="w-full flex-1 bg-white" />
    </div>
  )
}
