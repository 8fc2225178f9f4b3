import { expect, test } from 'vitest'
import { demoStudies } from './demo-studies.ts'
import { countFiles, studyUidOf } from './dicom/make-study.ts'

const madeAt = new Date('2026-03-01T00:20:00Z')
const studies = demoStudies(madeAt, 'Asia/Tokyo')

test('the demo is what it promises', () => {
  expect(new Set(studies.map(({ recipe }) => studyUidOf(recipe))).size).toBe(studies.length)
  expect(new Set(studies.map(({ state }) => state)).size).toBe(6)
  expect(studies.filter(({ isEmergency }) => isEmergency)).toMatchObject([{ state: 'pending', doctor: null }])
  expect(studies.every(({ state, doctor }) => (state === 'pending') === (doctor === null))).toBe(true)
  const ofMarlowe = studies.filter(({ recipe }) => recipe.patient.id === 'CL-1001')
  expect(ofMarlowe).toHaveLength(3)
  expect(studies.reduce((sum, { recipe }) => sum + countFiles(recipe), 0)).toBeLessThan(500)
})

test('dates are the clinic’s, and none lies in the future', () => {
  expect(studies[0]?.recipe).toMatchObject({ date: '2026-03-01', time: '08:38' })
  expect(studies.every(({ recipe }) => `${recipe.date} ${recipe.time}` <= '2026-03-01 09:20')).toBe(true)
  expect(demoStudies(madeAt, 'Asia/Tokyo')).toEqual(studies)
})
