import { expect, test } from 'vitest'
import { ApiError, networkError } from '../../../lib/api/api-error.ts'
import { loadFailure, saveFailure } from './patients.queries.ts'

const refusal = (code: string, status: number) => new ApiError(code, status, 'The words of the server.')
const unknown = 'Patient with ID "RH/1" not found.'

test.each([
  [refusal('PATIENT_NOT_FOUND', 404), `${unknown} The patient ID may have been changed or the patient may not exist.`],
  [refusal('PATIENT_AMBIGUOUS', 409), 'The words of the server.'],
  [refusal('INTERNAL', 500), 'An error occurred while fetching patient details'],
  [networkError(), 'An error occurred while fetching patient details'],
])('says why a record failed to load: %s', (error, text) => {
  expect(loadFailure(error, 'RH/1')).toBe(text)
})

test.each([
  [refusal('FORBIDDEN', 403), 'Access denied: You do not have permission to perform this action'],
  [refusal('PATIENT_NOT_FOUND', 404), `${unknown} Please refresh and try again.`],
  [refusal('PATIENT_ID_TAKEN', 409), 'Failed to save: The words of the server.'],
  [refusal('INTERNAL', 500), 'Failed to save patient information'],
  [networkError(), 'Failed to save patient information'],
])('says why a record failed to save: %s', (error, text) => {
  expect(saveFailure(error, 'RH/1')).toBe(text)
})
