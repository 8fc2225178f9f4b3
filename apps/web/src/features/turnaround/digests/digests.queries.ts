import { type Digest, type DigestFields, digestEndpoints } from '@readroom/contracts/turnaround/digests'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const digestsKey = ['digests']

export const digestsOptions = queryOptions({
  queryKey: digestsKey,
  queryFn: ({ signal }) => api.call(digestEndpoints.list, {}, { signal }).then(({ digests }) => digests),
  staleTime: 0,
})

/** Creates a digest, or changes the given one. */
export const saveDigest = (digest: Digest | null, fields: DigestFields) =>
  digest
    ? api.call(digestEndpoints.update, { params: { digestId: digest._id }, body: { ...fields, version: digest.version } })
    : api.call(digestEndpoints.create, { body: fields })

export const deleteDigest = ({ _id }: Digest) => api.call(digestEndpoints.remove, { params: { digestId: _id } })

export const sendDigest = ({ _id }: Digest) => api.call(digestEndpoints.sendNow, { params: { digestId: _id } })
