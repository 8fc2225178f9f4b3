import { z } from 'zod'
import { defineEndpoints, type Endpoint, ok } from '../core/endpoint.ts'
import { Id, paragraph } from '../core/primitives.ts'
import { WorklistRow } from './studies.ts'
import { type ManualMark, ofEachManualMark, studyMarks } from './study-marks.ts'

const maxNoteLength = 500

/** Each mark has an entry of its own, so that its permission is checked like every other. */
const changeOf = (mark: ManualMark) => {
  const { label, set } = studyMarks[mark]
  return {
    method: 'PUT',
    path: `/api/studies/:studyId/marks/${mark}`,
    summary: `Set or remove the mark "${label}" of a study`,
    access: set.permission,
    scope: 'study',
    params: z.object({ studyId: Id }),
    body: z.strictObject({ isSet: z.boolean(), note: paragraph(set.hasNote ? maxNoteLength : 0).optional() }),
    response: ok({ study: WorklistRow }),
    errors: ['STUDY_NOT_FOUND'],
  } as const satisfies Endpoint
}

/** The one way to change each mark. */
export const markEndpoints = defineEndpoints(ofEachManualMark(changeOf))
