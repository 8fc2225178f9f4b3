import { expect, test } from 'vitest'
import { progressText } from './building-zip.tsx'

test('shows the progress of a ZIP in per cent and megabytes', () => {
  expect(progressText({ imagesDone: 0, imagesTotal: 300, fileSizeMB: null })).toBe('waiting')
  expect(progressText({ imagesDone: 299, imagesTotal: 300, fileSizeMB: 157.26 })).toBe('99 %, 157.3 MB')
})
