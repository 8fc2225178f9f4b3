import type { ServerMessage } from '@readroom/contracts/worklist/live'
import { expect, test } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { createNewStudyNotices } from './new-study-notices.ts'

const upload = Date.parse(makeRow(0).uploadDateTime)
const at = (ms: number) => new Date(upload + ms).toISOString()
const subscribed = (ms: number): ServerMessage => ({ type: 'subscribed_to_studies', at: at(ms) })

function received(number: number, id: number): ServerMessage {
  const { _id: studyId, patientName, patientId, modality, location, series: seriesImages } = makeRow(number)
  return { type: 'simple_new_study_notification', id, studyId, patientName, patientId, modality, location, seriesImages }
}

/** Simulates a page, and a server whose newest studies can be set. */
function setUp() {
  const server = { newest: [] as number[], isDown: false }
  const said: string[] = []
  const notices = createNewStudyNotices(
    async () => {
      if (server.isDown) throw new Error('no answer')
      return server.newest.map((number) => makeRow(number))
    },
    ({ text }) => said.push(text),
  )
  return { ...notices, server, said: () => said.map((text) => text.replace(', CT, 1/20, Northgate', '')) }
}

test('announces an event once even if it is sent four times', () => {
  const { isNews, said } = setUp()
  expect([1, 1, 1, 1, 2].map((id) => isNews(received(id, id)))).toEqual([true, false, false, false, true])
  expect(said()).toEqual(['New study: Patient 1', 'New study: Patient 2'])
})

test('announces studies missed during a break after the reconnect, and none twice', async () => {
  const { isNews, catchUp, server, said } = setUp()
  isNews(subscribed(-10 * 60_000))
  isNews(received(2, 7))
  isNews({ type: 'pong', at: at(-2 * 60_000) })
  server.newest = [0, 1, 2, 9]
  await catchUp()
  isNews(subscribed(0))
  isNews(received(1, 9))
  expect(said()).toEqual(['New study: Patient 2', 'New study: Patient 1', 'New study: Patient 0'])
})

test("doesn't announce studies from before the page was opened", async () => {
  const { isNews, catchUp, server, said } = setUp()
  isNews(subscribed(-30_000))
  server.newest = [0, 1]
  await catchUp()
  expect(said()).toEqual(['New study: Patient 0'])
})

test('catches up on a failed attempt after the next break', async () => {
  const { isNews, catchUp, server, said } = setUp()
  isNews(subscribed(-10 * 60_000))
  Object.assign(server, { newest: [1], isDown: true })
  await expect(catchUp()).rejects.toThrow()
  isNews(subscribed(5 * 60_000))
  server.isDown = false
  await catchUp()
  expect(said()).toEqual(['New study: Patient 1'])
})
