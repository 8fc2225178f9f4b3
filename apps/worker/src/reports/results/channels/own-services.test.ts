import { createServer } from 'node:net'
import type { ResultSettings } from '@readroom/contracts/reports/results'
import getPort from 'get-port'
import { expect, onTestFinished, test } from 'vitest'
import { createPlaces } from '../../../core/places.ts'
import { hl7Settings } from '../results.fixture.ts'
import { dicomSettings } from './dicom.fixture.ts'
import { openChannel } from './open-channel.ts'

const web = (port: number) => ({ url: `https://127.0.0.1:${port}/`, allowsPrivate: true, certificates: null })
const kinds: Record<Exclude<ResultSettings['kind'], 'folder'>, (port: number) => ResultSettings> = {
  hl7: (port) => hl7Settings(port),
  dicom: (port) => dicomSettings(port),
  stow: (port) => ({ kind: 'stow', ...web(port), login: { kind: 'none' }, document: 'pdf' }),
  webhook: (port) => ({ kind: 'webhook', ...web(port), withPatient: false, events: ['reports'] }),
}
const attempt = {
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'test' as const,
  controlId: 'C1',
  content: Buffer.from('MSH|^~\\&|'),
}

/** Sends a test to a port that is a service of ours. */
async function answerOf(settings: ResultSettings, port: number) {
  const places = createPlaces({ networks: ['127.0.0.0/8'], own: [{ host: 'localhost', port }] })
  const limits = { connectMs: 2_000, answerMs: 2_000 }
  const options = { identity: null, places, limits, folder: null, openSecret: async () => 'secret' }
  const channel = openChannel({ settings, sealedSecret: 'sealed' }, options)
  onTestFinished(() => channel.close())
  return channel.send(attempt)
}

test.each(Object.entries(kinds))('%s answers the same for an open and a closed port of ours', async (_kind, settingsOf) => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const [open, closed] = [await getPort(), await getPort()]
  server.listen(open)
  onTestFinished(() => {
    server.close()
  })
  const answers = [await answerOf(settingsOf(open), open), await answerOf(settingsOf(closed), closed)]
  expect(answers).toEqual([
    { answer: 'forbidden', text: '' },
    { answer: 'forbidden', text: '' },
  ])
  expect(connections).toBe(0)
})
