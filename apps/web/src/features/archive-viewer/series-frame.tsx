import type { ViewedSeries } from '@readroom/contracts/archive-viewer'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { seriesPage, shownSeriesOptions } from './archive-viewer.queries.ts'
import { ViewerMessage } from './viewer-message.tsx'

type Props = { studyId: string; series: ViewedSeries; frame: string }

/** The archive's page with the images of one series, or why there are none. */
export function SeriesFrame({ studyId, series, frame }: Props) {
  const { isSuccess, isFetching, error, refetch } = useQuery(shownSeriesOptions(studyId, series))
  const [failed, setFailed] = useState(false)

  // The key in it is another each time it is asked for: the images on the screen are not loaded anew for that.
  const [page] = useState(() => seriesPage(frame, series._id))
  const shown = useRef<HTMLIFrameElement>(null)

  // All that the page ever says is that an image did not come.
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
  if (isFetching) return <ViewerMessage busy>Getting the images ready…</ViewerMessage>
  if (error) return <ViewerMessage error={error} onRetry={again} />
  if (failed) return <ViewerMessage onRetry={again}>An image could not be loaded.</ViewerMessage>
  return (
    isSuccess && (
      <iframe
        title={`Images of series ${series.seriesNumber ?? series.description ?? ''}`}
        ref={shown}
        src={page}
        // Of an origin of its own: the archive's script reaches neither our page nor what a browser keeps for us.
        sandbox="allow-scripts"
        className="block min-h-0 w-full flex-1 bg-black"
      />
    )
  )
}
