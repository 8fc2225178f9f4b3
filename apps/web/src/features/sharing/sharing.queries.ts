import { type ShareLink, sharingEndpoints } from '@readroom/contracts/sharing'
import type { WorklistRow } from '@readroom/contracts/studies'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** A study's links in use. Others make and revoke them too, so every opening of the dialog asks anew. */
export const shareLinksOptions = (studyId: string) =>
  queryOptions({
    queryKey: ['share-links', studyId],
    queryFn: async ({ signal }) => (await api.call(sharingEndpoints.list, { params: { studyId } }, { signal })).links,
    staleTime: 0,
  })

export const generateLink = ({ _id, studyInstanceUID, orthancStudyID }: WorklistRow) =>
  api.call(sharingEndpoints.generate, { body: { studyId: _id, studyInstanceUID, orthancStudyID, expiresIn: '7d' } })

export const revokeLink = (studyId: string, { _id }: ShareLink) =>
  api.call(sharingEndpoints.revoke, { params: { studyId, shareLinkId: _id } })

export const accessShare = (token: string, signal: AbortSignal) =>
  api.call(sharingEndpoints.access, { params: { token } }, { signal })
