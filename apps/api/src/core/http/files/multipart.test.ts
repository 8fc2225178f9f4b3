import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { expect, test } from 'vitest'
import { maxFields } from './multipart.ts'

test('every form may be sent with all its fields', () => {
  const forms = allEndpoints.flatMap(({ method, path, multipart }) =>
    multipart ? [{ form: `${method} ${path}`, fields: Object.keys(multipart.fields.shape).length }] : [],
  )
  expect(forms.length).toBeGreaterThan(3)
  expect(forms.filter(({ fields }) => fields > maxFields)).toEqual([])
})
