import type { ViewedSeries } from '@readroom/contracts/archive-viewer'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { seriesPage, shownSeriesOptions } from './archive-viewer.queries.ts'
import { ViewerMessage } from './viewer-message.tsx'

type Props = { studyId: string; series: ViewedSeries }

/** The archive's page with the images of one series, or why there are none. */
export function SeriesFrame({ studyId, series }: Props) {
  const { isSuccess, isFetching, error, refetch } = useQuery(shownSeriesOptions(studyId, series))
  const [failed, setFailed] = useState(false)

  // All that the page has to say are alerts about images that did not come, in words about the archive's installation.
  const listen = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    if (currentTarget.contentWindow) currentTarget.contentWindow.alert = () => setFailed(true)
  }
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
        src={seriesPage(studyId, series._id)}
        sandbox="allow-scripts allow-same-origin"
        onLoad={listen}
        className="block min-h-0 w-full flex-1 bg-black"
      />
    )
  )
}
