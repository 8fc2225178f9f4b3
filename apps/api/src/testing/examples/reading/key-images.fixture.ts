import { randomUUID } from 'node:crypto'
import { attachPicture, picture } from '../../key-image.fixture.ts'
import { signAs } from '../../signed-report.fixture.ts'
import { archiveDown, call, type Examples, form, type Scene, type Target, traced } from '../example.fixture.ts'
import { drafted, onlyDrafted } from './reading.fixture.ts'

/** Signs a report with a key image and returns the image's id, or any id for the missing study. */
async function signedPicture({ api, cast, missing }: Scene, study: Target): Promise<string> {
  if (study === missing) return randomUUID()
  let id = ''
  await signAs(api, cast.assignedDoctor, study._id, {
    also: async (tx, held) => {
      id = await attachPicture(api, tx, { actor: cast.assignedDoctor, held, studyInstanceUid: study.studyInstanceUid })
    },
  })
  return id
}

export const keyImageExamples: Examples = {
  'POST /api/studies/:studyId/reading/key-images': traced(
    'WRITE',
    { leaves: [], unaudited: onlyDrafted },
    async (scene, study, caller) => {
      const { windowId, fence } = await drafted(scene, study, caller)
      const place = {
        studyInstanceUid: study.studyInstanceUid,
        sopInstanceUid: '1.2.3.4',
        series: '1',
        image: '12',
        frame: '',
        corners: '0,0,1,0,0,1',
      }
      const file = new File([new Uint8Array(picture())], 'Verborgen.png')
      const fields = { windowId, fence: String(fence), ...place, picture: file }
      return form('POST', `/api/studies/${study._id}/reading/key-images`, fields)
    },
    archiveDown,
  ),
  'PUT /api/studies/:studyId/reading/key-images': traced(
    'WRITE',
    { leaves: [], unaudited: onlyDrafted },
    async (scene, study, caller) => {
      const { windowId, fence } = await drafted(scene, study, caller)
      return { method: 'PUT', url: `/api/studies/${study._id}/reading/key-images`, payload: { windowId, fence, keyImages: [] } }
    },
  ),
  'PUT /api/studies/:studyId/reading/annotations': traced(
    'WRITE',
    { leaves: [], unaudited: onlyDrafted },
    async (scene, study, caller) => {
      const { windowId, fence } = await drafted(scene, study, caller)
      return {
        method: 'PUT',
        url: `/api/studies/${study._id}/reading/annotations`,
        payload: { windowId, fence, annotations: [] },
      }
    },
  ),
  'GET /api/studies/:studyId/key-images/:keyImageId': call('OBJECT', async (scene, study) => ({
    method: 'GET',
    url: `/api/studies/${study._id}/key-images/${await signedPicture(scene, study)}`,
  })),
}
