import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { ownProfileEndpoints } from '@readroom/contracts/people/own-profile'
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import type { FieldsOfCodes } from '../../../lib/forms/field-of-error.ts'
import type { ListQuery } from '../../../lib/lists/list-url.ts'
import { listKeys } from '../../../lib/lists/list-url.ts'
import type { DoctorFields } from './doctor-fields.ts'

export const doctorKeys = listKeys('doctors')

/** The field that shows each refusal. */
export const doctorFieldsOfCodes = {
  LAB_NOT_FOUND: 'readsLabIds',
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  SIGNATURE_INVALID: 'signature',
  SIGNATURE_TOO_LARGE: 'signature',
  SIGNATURE_TOO_MANY_PIXELS: 'signature',
} as const satisfies FieldsOfCodes<DoctorFields>

export const doctorPageOptions = (query: ListQuery) =>
  queryOptions({
    queryKey: [...doctorKeys.pages, query],
    queryFn: ({ signal }) => api.call(doctorEndpoints.page, { query }, { signal }),
    staleTime: 0,
  })

/** Returns the query options for a doctor. Loaded again for every dialog, so that an edit starts from current data. */
export const doctorOptions = (doctorId: string) =>
  queryOptions({
    queryKey: doctorKeys.one(doctorId),
    queryFn: ({ signal }) => api.call(doctorEndpoints.details, { params: { doctorId } }, { signal }).then(({ data }) => data),
    staleTime: 0,
    gcTime: 0,
  })

/** Returns the query options for the signature of one version of the profile. */
export const signatureOptions = (doctorId: string, version: number): UseQueryOptions<Blob> => ({
  queryKey: [...doctorKeys.one(doctorId), 'signature', version],
  queryFn: ({ signal }) => api.download(doctorEndpoints.signature, { params: { doctorId } }, { signal }).then(({ blob }) => blob),
  gcTime: 0,
})

const ownProfileKey = ['own-profile'] as const

/** The signed-in doctor's own profile. */
export const ownProfileOptions = queryOptions({
  queryKey: ownProfileKey,
  queryFn: ({ signal }) => api.call(ownProfileEndpoints.read, {}, { signal }).then(({ data }) => data),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const ownSignatureOptions = (version: number): UseQueryOptions<Blob> => ({
  queryKey: [...ownProfileKey, 'signature', version],
  queryFn: ({ signal }) => api.download(ownProfileEndpoints.signature, {}, { signal }).then(({ blob }) => blob),
  gcTime: 0,
})
