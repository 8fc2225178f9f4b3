import { doctorGroupEndpoints as endpoints } from '@readroom/contracts/people/doctor-groups'
import { listDoctorGroups } from '@readroom/db/people/doctor-groups'
import { changeDoctorGroup, createDoctorGroup, removeDoctorGroup } from '@readroom/domain/people/doctor-groups'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

export function doctorGroupRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, endpoints.list, async () => {
    const groups = await listDoctorGroups(db)
    return { groups: groups.map(({ id, name, doctorIds, version }) => ({ _id: id, name, doctorIds, version })) }
  })
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'Group saved',
    _id: await createDoctorGroup(tx, actor, body),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeDoctorGroup(tx, actor, { ...params, ...body }))
    return { message: 'Group saved' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeDoctorGroup(tx, actor, params.groupId))
    return { message: 'Group deleted' }
  })
}
