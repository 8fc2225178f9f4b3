import { makeRow } from '../../../lib/studies/study.fixture.ts'
import type { Opening } from '../requests/reading.queries.ts'

/** Creates what the server says about a study without a report. */
export const makeOpening = (fields: Partial<Opening> = {}): Opening => ({
  success: true,
  study: makeRow(1),
  clinicalHistory: '',
  historySource: 'record',
  generation: 1,
  draft: null,
  versions: [],
  kinds: ['original'],
  imagesChanged: false,
  hasNewReport: false,
  hasPriors: true,
  keyImages: [],
  annotations: [],
  series: [],
  localKey: btoa('k'.repeat(32)),
  passwordNeeded: false,
  isAside: false,
  answered: [],
  hold: null,
  ...fields,
})
