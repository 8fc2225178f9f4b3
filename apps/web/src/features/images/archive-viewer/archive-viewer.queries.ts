import { archiveViewerEndpoints, type ViewedSeries } from '@readroom/contracts/images/archive-viewer'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api/api.ts'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import { parseJson, toApiError } from '../../../lib/api/request.ts'

/** Marked as public because the request is authorised by the cookie from opening the viewer, not by a session. */
const seriesEndpoint = { ...archiveViewerEndpoints.series, access: 'public' } as const

export const studyOptions = (studyId: string) =>
  queryOptions({
    queryKey: ['archive-viewer', studyId],
    queryFn: ({ signal }) => api.call(seriesEndpoint, { params: { studyId } }, { signal }),
  })

const partUrl = (studyId: string, path: string) => `/archive-viewer/${studyId}/web-viewer/${path}`

/** Returns the address of the archive's page for one series, below that of the study's frame. */
export const seriesPage = (frame: string, seriesId: string) => `${frame}app/viewer.html?series=${seriesId}`

async function readPart(studyId: string, path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(partUrl(studyId, path), { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : networkError()
  })
  const text = await response.text()
  if (!response.ok) throw toApiError(response.status, text)
  return text
}

const SeriesInformation = z.object({ Slices: z.array(z.string()).min(1) })

/**
 * Checks that the archive can show a series, because its page would stay black without an explanation. Requests the files that the page needs first, so
 * that the archive has them ready.
 */
export const shownSeriesOptions = (studyId: string, { _id: seriesId }: ViewedSeries) =>
  queryOptions({
    queryKey: ['archive-viewer', studyId, seriesId],
    queryFn: async ({ signal }) => {
      const { data } = SeriesInformation.safeParse(parseJson(await readPart(studyId, `series/${seriesId}`, signal)))
      if (!data) throw new ApiError('SERIES_WITHOUT_IMAGES', 409, 'This series has no images to show.')
      await readPart(studyId, `instances/jpeg95-${data.Slices[0]}`, signal)
      return data.Slices.length
    },
    staleTime: 0,
    gcTime: 0,
  })
