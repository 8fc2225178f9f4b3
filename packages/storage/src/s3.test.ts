import { createServer, type RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { StorageDown } from './object-storage.ts'
import { openS3, type S3Limits } from './s3.ts'

const patience = { connectMs: 5_000, answerMs: 5_000, uploadMs: 5_000, stallMs: 5_000, silenceMs: 5_000, isPatient: true }

const pdf = { contentType: 'application/pdf' }

/** A bucket on a server that answers as told. */
async function openBucket(answer: RequestListener, limits: Partial<S3Limits>) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const place = { endpoint: `http://127.0.0.1:${address.port}`, bucket: 'readroom', region: 'us-east-1', forcePathStyle: true }
  const keys = { accessKeyId: 'KEY', secretAccessKey: 'SECRET' }
  return openS3({ ...place, ...keys }, { ...patience, ...limits })
}

test('a storage that takes connections and never answers is down', async () => {
  const frozen = await openBucket(() => {}, { answerMs: 100, uploadMs: 200 })
  const all = async () => {
    for await (const { key } of frozen.list('zips')) throw new Error(`found ${key}`)
  }
  const put = async (body: Buffer | Readable) => frozen.put('zips/a.zip', body, pdf)
  const questions = [frozen.head('zips/a.zip'), frozen.get('zips/a.zip'), frozen.delete('zips/a.zip'), all()]
  const uploads = [put(Buffer.from('report')), put(Readable.from([Buffer.from('study')]))]
  for (const asked of await Promise.allSettled([...questions, ...uploads])) {
    expect(asked).toMatchObject({ status: 'rejected', reason: expect.any(StorageDown) })
  }
})

test('an object that stops coming fails its reader; one that comes slowly does not', async () => {
  const bucket = await openBucket(
    (asked, answer) => {
      answer.writeHead(200, { 'content-length': 10 })
      const isSlow = asked.url?.includes('slow')
      let sent = 0
      const timer = setInterval(() => {
        if (sent < 10 && (isSlow || sent < 5)) answer.write('x')
        sent += 1
        if (sent === 10 && isSlow) answer.end()
      }, 150)
      answer.on('close', () => clearInterval(timer))
    },
    { silenceMs: 1_000 },
  )
  const read = async (key: string) => (await buffer((await bucket.get(key)).stream)).length
  const [slow, stopped] = await Promise.allSettled([read('zips/slow.zip'), read('zips/stopped.zip')])
  expect(slow).toEqual({ status: 'fulfilled', value: 10 })
  expect(stopped).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
})

test('where somebody waits, a storage that has stopped answering is asked once; one whose connections break is asked again', async () => {
  const heard: string[] = []
  const answer: RequestListener = (request, response) => {
    const { method = '', url = '' } = request
    heard.push(`${method} ${url.split('?')[0]?.split('/').at(-1)}`)
    if (!url.includes('broken')) return
    if (heard.length % 2 === 1) request.socket.destroy()
    else response.end()
  }
  const limits = { answerMs: 300, uploadMs: 10_000, stallMs: 300, isPatient: false }
  const bucket = await openBucket(answer, limits)
  const asked = [bucket.head('zips/frozen'), bucket.put('zips/frozen', Buffer.from('x'), pdf), bucket.ping()]
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
  expect(heard.filter((each) => each.endsWith('frozen')).sort()).toEqual(['HEAD frozen', 'PUT frozen'])
  heard.length = 0
  await bucket.delete('zips/broken')
  expect(heard).toEqual(['DELETE broken', 'DELETE broken'])
})
