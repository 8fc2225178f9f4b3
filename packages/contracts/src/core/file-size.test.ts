import { expect, test } from 'vitest'
import { formatSize } from './file-size.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [512, '512 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1_572_864, '1536.0 KB'],
])('%i bytes read %j', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
