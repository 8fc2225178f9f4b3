import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { afterEach, expect, test, vi } from 'vitest'
import { sendMultipart } from './send-multipart.ts'

type Sent = { method: string; url: string; form: FormData }

/** Catches the requests of the page and answers 200. */
function catchRequests(): Sent[] {
  const sent: Sent[] = []
  class Request {
    upload = {}
    status = 200
    responseText = '{}'
    #opened = { method: '', url: '' }
    onload = () => {}
    onloadend = () => {}
    open(method: string, url: string) {
      this.#opened = { method, url }
    }
    setRequestHeader() {}
    send(form: FormData) {
      sent.push({ ...this.#opened, form })
      this.onload()
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}

afterEach(() => vi.unstubAllGlobals())

test('uses the field name and the method of the endpoint', async () => {
  const sent = catchRequests()
  const file = new File(['png'], 'sign.png')
  await sendMultipart(doctorEndpoints.update, '/x', { file, fields: { isActive: 'true' } }, {}, {})
  expect(sent[0]).toMatchObject({ method: 'PUT', url: '/x' })
  expect([...(sent[0]?.form.entries() ?? [])]).toEqual([
    ['isActive', 'true'],
    ['signature', file],
  ])
})

test('sends only the fields if there is no file', async () => {
  const sent = catchRequests()
  await sendMultipart(doctorEndpoints.register, '/x', { file: null, fields: { username: 'vera' } }, {}, {})
  expect(sent[0]?.method).toBe('POST')
  expect([...(sent[0]?.form.entries() ?? [])]).toEqual([['username', 'vera']])
})
