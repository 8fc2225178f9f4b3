import type { ViewedSeries, ViewedStudy } from '@readroom/contracts/images/archive-viewer'
import { isImaging } from '@readroom/contracts/studies/modalities'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { createQueryClient } from '../../../lib/api/query-client.ts'
import { formatDate } from '../../../lib/format.ts'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { useOtherScripts } from '../../../lib/hooks/use-other-scripts.ts'
import { patientTitle, useTitle } from '../../../lib/hooks/use-title.ts'
import { studyOptions } from './archive-viewer.queries.ts'
import { SeriesFrame } from './series-frame.tsx'
import { SeriesList } from './series-list.tsx'
import { ViewerMessage } from './viewer-message.tsx'

function firstShown(series: readonly ViewedSeries[], chosen: string | null): ViewedSeries | undefined {
  const byChoice = series.find(({ _id }) => _id === chosen)
  return byChoice ?? series.find(({ modality }) => isImaging(modality)) ?? series[0]
}

function StudyHeader({ study }: { study: ViewedStudy }) {
  return (
    <header className="shrink-0 border-b border-line bg-surface px-4 py-2">
      <h1 className="sr-only">Archive viewer</h1>
      <div className="flex items-start justify-between gap-4">
        <StudyIdentity row={study} />
        <p className="num shrink-0 pt-1 text-right text-sm text-text-2">
          <span className="sr-only">Study date </span>
          {study.studyDate ? formatDate(study.studyDate) : 'N/A'}
        </p>
      </div>
    </header>
  )
}

function Study({ studyId }: { studyId: string }) {
  const { data, error, refetch } = useQuery(studyOptions(studyId))
  const [params, change] = useAddress()
  useTitle('Archive viewer', patientTitle(data?.study.patientName, data?.study.patientId))
  if (error) return <ViewerMessage error={error} onRetry={() => void refetch()} />
  if (!data) return <ViewerMessage busy>Opening the study…</ViewerMessage>
  const { study, series, frame } = data
  const shown = firstShown(series, params.get('series'))
  if (study.imagesMissing || !shown) {
    return (
      <>
        <StudyHeader study={study} />
        <ViewerMessage>
          {study.imagesMissing ? 'The image archive has no images of this study.' : 'No Series Found...!'}
        </ViewerMessage>
      </>
    )
  }
  return (
    <>
      <StudyHeader study={study} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <SeriesList
          series={series}
          shown={shown}
          onShow={({ _id }) => change(() => new URLSearchParams({ series: _id }), { replace: true })}
        />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas">
          <SeriesFrame key={shown._id} studyId={studyId} series={shown} frame={frame} />
        </div>
      </div>
    </>
  )
}

/** Shows a study in the image archive's own viewer, which shows one series at a time. Lists the series and embeds the viewer's page for one. */
export default function ArchiveViewerPage() {
  const [client] = useState(createQueryClient)
  const { studyId = '' } = useParams()
  useOtherScripts()
  return (
    <QueryClientProvider client={client}>
      <main className="flex h-dvh flex-col">
        <Study studyId={studyId} />
      </main>
    </QueryClientProvider>
  )
}
