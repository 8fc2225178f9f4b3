import { type ImageMove, imageMoveEndpoints } from '@readroom/contracts/patients/image-moves'
import { studyPeopleEndpoints } from '@readroom/contracts/patients/study-people'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'

const movingMs = 3_000

/** Reports whether the image archive still moves images. */
const isUnderWay = ({ state }: Pick<ImageMove, 'state'>) => state === 'moving' || state === 'returning'

export const studyPeopleOptions = (page: number) =>
  queryOptions({
    queryKey: [...identityReviewKeys.all, 'study-people', page],
    queryFn: ({ signal }) => api.call(studyPeopleEndpoints.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The image archive moves images in seconds.
    refetchInterval: ({ state }) => (state.data?.data.some(({ isMoving }) => isMoving) ? movingMs : false),
  })

export const imageMovesOptions = (page: number) =>
  queryOptions({
    queryKey: [...identityReviewKeys.all, 'image-moves', page],
    queryFn: ({ signal }) => api.call(imageMoveEndpoints.list, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? movingMs : false),
  })

export const studiesOfOneUidOptions = (page: number) =>
  queryOptions({
    queryKey: [...identityReviewKeys.all, 'one-uid', page],
    queryFn: ({ signal }) => api.call(imageMoveEndpoints.listOfOneUid, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: movingMs,
  })
