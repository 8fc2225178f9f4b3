import type { ViewedSeries } from '@readroom/contracts/images/archive-viewer'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { seriesPage, shownSeriesOptions } from './archive-viewer.queries.ts'
import { ViewerMessage } from './viewer-message.tsx'

type Props = { studyId: string; series: ViewedSeries; frame: string }

/** Shows the archive's page with the images of one series, or the reason why there are none. */
export function SeriesFrame({ studyId, series, frame }: Props) {
  const { isSuccess, isFetching, error, refetch } = useQuery(shownSeriesOptions(studyId, series))
  const [failed, setFailed] = useState(false)

  // Kept in state, because each request returns a different key and a new address would reload the images on screen.
  const [page] = useState(() => seriesPage(frame, series._id))
  const shown = useRef<HTMLIFrameElement>(null)

  // The page sends a message only if an image failed to load.
  useEffect(() => {
    const listen = ({ source }: MessageEvent) => {
      if (source !== null && source === shown.current?.contentWindow) setFailed(true)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  const again = () => {
    setFailed(false)
    void refetch()
  }
  if (isFetching) return <ViewerMessage busy>Preparing the images…</ViewerMessage>
  if (error) return <ViewerMessage error={error} onRetry={again} />
  if (failed) return <ViewerMessage onRetry={again}>An image could not be loaded.</ViewerMessage>
  return (
    isSuccess && (
      <iframe
        title={`Images of series ${series.seriesNumber ?? series.description ?? ''}`}
        ref={shown}
        src={page}
        // Gives the frame its own origin, so that the archive's script reaches neither our page nor our storage.
        sandbox="allow-scripts"
        className="block min-h-0 w-full flex-1 bg-black"
      />
    )
  )
}
