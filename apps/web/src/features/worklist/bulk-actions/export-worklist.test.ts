import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { exportFailure } from './export-worklist.tsx'

test.each([
  [new ApiError('EXPORT_EMPTY', 404, 'x'), 'Export returned empty file. No matching studies found.'],
  [new ApiError('NOT_FOUND', 404, 'Not found'), 'Export endpoint not found. Please contact support.'],
  [new ApiError('NOT_AUTHENTICATED', 401, 'x'), 'Authentication expired. Please log in again.'],
  [new ApiError('FORBIDDEN', 403, 'x'), 'You do not have permission to export data.'],
  [new ApiError('INTERNAL', 500, 'x'), 'Server error during export. Please try again.'],
  [new ApiError('EXPORT_TOO_LARGE', 413, 'Too many studies.'), 'Export failed: Too many studies.'],
  [new Error('something'), 'Export failed: Please try again.'],
])('%o has its specified message', (error, text) => {
  expect(exportFailure(error, false)).toBe(text)
})

test('a timeout has its own message, whatever the error', () => {
  expect(exportFailure(new Error('aborted'), true)).toBe(
    'Export timeout. The file might be too large. Try filtering the data first.',
  )
})
