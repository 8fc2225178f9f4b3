import { type DoctorGroup, type DoctorGroupFields, doctorGroupEndpoints } from '@readroom/contracts/people/doctor-groups'
import { api } from '../../../lib/api/api.ts'

/** Creates a group, or changes the given one. */
export const saveGroup = (group: DoctorGroup | null, fields: DoctorGroupFields) =>
  group
    ? api.call(doctorGroupEndpoints.update, { params: { groupId: group._id }, body: { ...fields, version: group.version } })
    : api.call(doctorGroupEndpoints.create, { body: fields })

export const deleteGroup = ({ _id }: DoctorGroup) => api.call(doctorGroupEndpoints.remove, { params: { groupId: _id } })
