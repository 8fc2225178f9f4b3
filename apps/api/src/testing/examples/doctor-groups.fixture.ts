import { randomUUID } from 'node:crypto'
import { createDoctor } from '@readroom/db/testing/factories'
import { createDoctorGroup } from '@readroom/domain/people/doctor-groups'
import { type Examples, get, type Scene, traced } from './example.fixture.ts'

const root = '/api/admin/doctor-groups'

/** Returns a group of one doctor with a name of its own, so that none is there twice. */
async function newGroup({ api }: Scene) {
  const { doctor } = await createDoctor(api.db)
  return { name: `Group ${randomUUID()}`, doctorIds: [doctor.id] }
}

async function makeGroup(scene: Scene): Promise<string> {
  const fields = await newGroup(scene)
  return scene.api.db.transaction((tx) => createDoctorGroup(tx, scene.cast.admin, fields))
}

export const doctorGroupExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit doctor_group.created'] }, async (scene) => ({
    method: 'POST',
    url: root,
    payload: await newGroup(scene),
  })),
  [`PUT ${root}/:groupId`]: traced('ADMIN', { leaves: ['audit doctor_group.changed'] }, async (scene) => ({
    method: 'PUT',
    url: `${root}/${await makeGroup(scene)}`,
    payload: { ...(await newGroup(scene)), version: 1 },
  })),
  [`DELETE ${root}/:groupId`]: traced('ADMIN', { leaves: ['audit doctor_group.deleted'] }, async (scene) => ({
    method: 'DELETE',
    url: `${root}/${await makeGroup(scene)}`,
  })),
}
