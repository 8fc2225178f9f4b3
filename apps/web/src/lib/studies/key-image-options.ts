import { keyImageEndpoints } from '@readroom/contracts/key-images'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** The picture of a key image: what stands under an id never changes. */
export const keyImageOptions = (studyId: string, keyImageId: string) =>
  queryOptions({
    queryKey: ['key-image', studyId, keyImageId],
    queryFn: async ({ signal }) =>
      (await api.download(keyImageEndpoints.picture, { params: { studyId, keyImageId } }, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })
