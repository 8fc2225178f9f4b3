import { listStudyPeople } from '@readroom/db/patients/study-people'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { newOrthancId, newUid } from '@readroom/db/testing/factories'
import { noteStudyPeople, versionOf } from '@readroom/domain/patients/study-people'
import { type Examples, get, type Scene, type Target, traced } from '../example.fixture.ts'

const image = (name: string, sex: 'M' | 'F') => ({
  name,
  birthDate: null,
  sex,
  seriesId: newOrthancId(),
  instanceIds: [newOrthancId()],
  seriesInstanceUid: newUid(),
  sopInstanceUid: newUid(),
})

/** Lets the images of a study name two people. Returns the version of the list. */
async function nameTwo({ api }: Scene, { _id }: Target): Promise<string> {
  await api.db.transaction(async (begun) => {
    const [tx, study] = await lockAnyStudy(begun, _id)
    if (study) await noteStudyPeople(tx, study, [image('Doe Jane', 'F'), image('Roe Richard', 'M')])
  })
  return versionOf(await listStudyPeople(api.db, _id))
}

export const studyPeopleExamples: Examples = {
  'GET /api/admin/studies-of-several-people': get('ADMIN', '/api/admin/studies-of-several-people'),
  'POST /api/admin/studies/:studyId/people/same': traced(
    'ADMIN',
    { leaves: ['audit study.people_accepted', 'live study.changed'] },
    async (scene, s) => {
      const version = await nameTwo(scene, s)
      return { method: 'POST', url: `/api/admin/studies/${s._id}/people/same`, payload: { version } }
    },
  ),
}
