import { studies } from '@readroom/db/studies/studies.schema'
import { createDocument } from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { type Caller, type Examples, form, type Scene, type Target, traced } from '../example.fixture.ts'

const hidden = { hidden: { status: 404, code: 'PATIENT_NOT_FOUND' } }
const root = '/api/labEdit/patients/SECRET-1/documents'

/** Adds a document to the study's patient and returns its number, or 0 for the missing study. */
async function documentOf({ api, cast }: Scene, { _id }: Target, caller: Caller | null): Promise<number> {
  const [study] = await api.db.select().from(studies).where(eq(studies.id, _id))
  if (!study) return 0
  const by = { studyId: study.id, uploadedBy: (caller ?? cast.staffA).userId, fileName: 'Verborgen.txt' }
  const document = await createDocument(api.db, { patientRowId: study.patientRowId, ...by })
  await api.storage.put(document.objectKey, Buffer.from('x'), { contentType: 'text/plain' })
  return document.number
}

export const documentExamples: Examples = {
  'POST /api/labEdit/patients/:patientId/documents': traced(
    'EDIT',
    { leaves: ['audit document.uploaded', 'live study.changed'] },
    (_scene, s) => form('POST', root, { files: new File(['x'], 'Verborgen.txt'), documentType: 'clinical', studyId: s._id }),
    hidden,
  ),
  'GET /api/labEdit/patients/:patientId/documents/:index/download': traced(
    'OBJECT',
    { leaves: ['audit document.downloaded'] },
    async (scene, study, caller) => ({
      method: 'GET',
      url: `${root}/${await documentOf(scene, study, caller)}/download?studyId=${study._id}`,
    }),
    hidden,
  ),
  'DELETE /api/labEdit/patients/:patientId/documents/:index': traced(
    'EDIT',
    { leaves: ['audit document.deleted', 'live study.changed'] },
    async (scene, study, caller) => ({
      method: 'DELETE',
      url: `${root}/${await documentOf(scene, study, caller)}?studyId=${study._id}`,
    }),
    hidden,
  ),
}
