import { type ShareLink, sharingEndpoints } from '@readroom/contracts/studies/sharing'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** Returns the query options for a study's active links. Loaded whenever the dialog opens, because others create and revoke links too. */
export const shareLinksOptions = (studyId: string) =>
  queryOptions({
    queryKey: ['share-links', studyId],
    queryFn: async ({ signal }) => (await api.call(sharingEndpoints.list, { params: { studyId } }, { signal })).links,
    staleTime: 0,
  })

export const generateLink = ({ _id, studyInstanceUID, orthancStudyID }: WorklistRow, withPin: boolean) =>
  api.call(sharingEndpoints.generate, {
    body: { studyId: _id, studyInstanceUID, orthancStudyID, expiresIn: '7d', withPin },
  })

export const revokeLink = (studyId: string, { _id }: ShareLink) =>
  api.call(sharingEndpoints.revoke, { params: { studyId, shareLinkId: _id } })

export const accessShare = (token: string, signal: AbortSignal) =>
  api.call(sharingEndpoints.access, { params: { token } }, { signal })

export const unlockShare = (token: string, pin: string) => api.call(sharingEndpoints.unlock, { params: { token }, body: { pin } })
