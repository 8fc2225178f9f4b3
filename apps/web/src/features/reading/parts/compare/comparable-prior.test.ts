import type { Prior } from '@readroom/contracts/images/priors'
import { expect, test } from 'vitest'
import { comparablePrior, comparisonWords } from './comparable-prior.ts'

const prior = (_id: string, modality: string | null, description: string | null): Prior => ({
  _id,
  modality,
  description,
  studyDate: '2025-03-12',
  studyInstanceUID: '1.2',
  patientName: 'Doe',
  uploadDateTime: '2025-03-12T10:00:00Z',
  series: '1/1',
  workflowStatus: 'report_finalized',
  statusLabel: 'Report Finalized',
  reportedBy: null,
  ReportAvailable: true,
})
const chosen = (study: { modality: string | null; description: string | null }, ...priors: Prior[]) =>
  comparablePrior(study, priors)?._id

const chest = { modality: 'CT', description: 'CT chest with contrast' }

test('chooses the newest prior of the same body part and modality, and another modality only if there is none', () => {
  expect(chosen(chest, prior('x', 'DX', 'Chest PA'), prior('new', 'CT', 'CT Chest'), prior('old', 'CT', 'CT chest'))).toBe('new')
  expect(chosen(chest, prior('knee', 'CT', 'CT knee'), prior('x', 'DX', 'Chest PA'))).toBe('x')
})

test('never compares another body part or the other side', () => {
  expect(chosen(chest, prior('knee', 'CT', 'CT knee with contrast'))).toBeUndefined()
  const knee = { modality: 'MR', description: 'MRI right knee' }
  expect(chosen(knee, prior('left', 'MR', 'MRI left knee'))).toBeUndefined()
  expect(chosen(knee, prior('both', 'MR', 'MRI knee'))).toBe('both')
})

test('compares the same modality if a description names no body part', () => {
  expect(chosen({ modality: 'MR', description: null }, prior('a', 'MR', 'Brain'))).toBe('a')
  expect(chosen({ modality: null, description: null }, prior('a', null, null))).toBeUndefined()
})

test('the section Comparison names the prior and its date', () => {
  expect(comparisonWords(prior('a', 'CT', 'CT chest'))).toBe('CT chest of 12/03/2025.')
})
