import { type DoctorGroup, type DoctorGroupFields, doctorGroupEndpoints } from '@readroom/contracts/people/doctor-groups'
import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** Every doctor, also those who cannot be assigned, by name. */
export const everyDoctorOptions = queryOptions({
  queryKey: ['doctors', 'every'],
  queryFn: ({ signal }) => api.call(doctorEndpoints.list, { query: {} }, { signal }).then(({ doctors }) => doctors),
  staleTime: 0,
})

/** Creates a group, or changes the given one. */
export const saveGroup = (group: DoctorGroup | null, fields: DoctorGroupFields) =>
  group
    ? api.call(doctorGroupEndpoints.update, { params: { groupId: group._id }, body: { ...fields, version: group.version } })
    : api.call(doctorGroupEndpoints.create, { body: fields })

export const deleteGroup = ({ _id }: DoctorGroup) => api.call(doctorGroupEndpoints.remove, { params: { groupId: _id } })
