import { expect, test } from 'vitest'
import { fileNameOf, readBlob } from './read-blob.ts'

test.each([
  [`attachment; filename="a.pdf"; filename*=UTF-8''Befund%20%C3%BC.pdf`, 'Befund ü.pdf'],
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment', null],
  [null, null],
])('the file name of %j is %j', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})

test('reports progress and keeps the bytes', async () => {
  const seen: unknown[] = []
  const response = new Response('0123456789', { headers: { 'content-length': '10', 'content-type': 'text/plain' } })
  const { blob } = await readBlob(response, (progress) => seen.push(progress))
  expect(blob.size).toBe(10)
  expect(seen.at(-1)).toEqual({ loaded: 10, total: 10 })
})

test('a body cut short is a network error, never a short file', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(4)),
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  await expect(readBlob(new Response(body))).rejects.toMatchObject({ code: 'NETWORK' })
})
