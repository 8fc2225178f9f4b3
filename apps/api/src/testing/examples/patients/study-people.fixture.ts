import { imageMoves } from '@readroom/db/patients/image-moves.schema'
import { listStudyPeople } from '@readroom/db/patients/study-people'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createStudy, newOrthancId, newUid } from '@readroom/db/testing/factories'
import { noteStudyPeople, versionOf } from '@readroom/domain/patients/study-people'
import { eq } from 'drizzle-orm'
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

/** Lets another study have the target's study UID. */
async function makeTwin({ api, cast }: Scene, { _id, studyInstanceUid }: Target): Promise<void> {
  const [known] = await api.db.select({ id: studies.id }).from(studies).where(eq(studies.id, _id))
  if (known) await createStudy(api.db, { studyInstanceUid, labId: cast.labB.id })
}

/** Makes a study that was split off from a new one. Returns the id of the move. */
async function makeSplit({ api, cast }: Scene): Promise<string> {
  const [source, other] = [await createStudy(api.db), await createStudy(api.db)]
  const [move] = await api.db
    .insert(imageMoves)
    .values({
      kind: 'split',
      state: 'moved',
      studyId: source.id,
      otherStudyId: other.id,
      fromOrthancId: source.orthancId,
      fromStudyUid: source.studyInstanceUid,
      toStudyUid: other.studyInstanceUid,
      identities: ['of nobody'],
      decidedBy: cast.admin.userId,
    })
    .returning()
  return move?.id ?? ''
}

const richard = { name: 'Roe Richard', birthDate: null, sex: 'M' }

export const studyPeopleExamples: Examples = {
  'GET /api/admin/image-moves': get('ADMIN', '/api/admin/image-moves'),
  'GET /api/admin/studies-of-one-uid': get('ADMIN', '/api/admin/studies-of-one-uid'),
  'POST /api/admin/studies/:studyId/people/split': traced(
    'ADMIN',
    { leaves: ['audit study.split', 'job images.move', 'live study.changed'] },
    async (scene, s) => {
      const version = await nameTwo(scene, s)
      const payload = { version, people: [richard], report: null }
      return { method: 'POST', url: `/api/admin/studies/${s._id}/people/split`, payload }
    },
  ),
  'POST /api/admin/image-moves/:moveId/undo': traced(
    'ADMIN',
    { leaves: ['audit study.split_undone', 'job images.move', 'live study.changed', 'live study.changed'] },
    async (scene) => ({ method: 'POST', url: `/api/admin/image-moves/${await makeSplit(scene)}/undo`, payload: {} }),
  ),
  'POST /api/admin/studies/:studyId/new-uid': traced(
    'ADMIN',
    { leaves: ['audit study.uid_renewed', 'job images.move', 'live study.changed', 'live study.changed'] },
    async (scene, s) => {
      await makeTwin(scene, s)
      return { method: 'POST', url: `/api/admin/studies/${s._id}/new-uid`, payload: {} }
    },
  ),

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
