import { expect, test } from 'vitest'
import { ApiError, networkError } from '../../lib/api/api-error.ts'
import { directFailure } from './zip-download.tsx'

test('the texts of a failed download', () => {
  expect(directFailure(new ApiError('STUDY_NOT_FOUND', 404, 'x'))).toBe('Study not found')
  expect(directFailure(networkError())).toBe(`Download failed: ${networkError().message}`)
})
