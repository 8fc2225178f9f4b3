import type { ServerMessage } from '@readroom/contracts/live'
import { expect, test } from 'vitest'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import { createNewStudyNotices } from './new-study-notices.ts'

const upload = Date.parse(makeRow(0).uploadDateTime)
const at = (ms: number) => new Date(upload + ms).toISOString()
const subscribed = (ms: number): ServerMessage => ({ type: 'subscribed_to_studies', at: at(ms) })

function received(number: number, id: number): ServerMessage {
  const { _id: studyId, patientName, patientId, modality, location, series: seriesImages } = makeRow(number)
  return { type: 'simple_new_study_notification', id, studyId, patientName, patientId, modality, location, seriesImages }
}

/** A page, and the studies that the server gives it after a break, the newest first. */
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

test('an event that is sent four times is news once', () => {
  const { isNews, said } = setUp()
  expect([1, 1, 1, 1, 2].map((id) => isNews(received(id, id)))).toEqual([true, false, false, false, true])
  expect(said()).toEqual(['New study: Patient 1', 'New study: Patient 2'])
})

test('what came while the page was cut off is announced when it is back, and nothing twice', async () => {
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

test('what was there before the page was opened is no news', async () => {
  const { isNews, catchUp, server, said } = setUp()
  isNews(subscribed(-30_000))
  server.newest = [0, 1]
  await catchUp()
  expect(said()).toEqual(['New study: Patient 0'])
})

test('a break whose question was not answered is asked about by the next', async () => {
  const { isNews, catchUp, server, said } = setUp()
  isNews(subscribed(-10 * 60_000))
  Object.assign(server, { newest: [1], isDown: true })
  await expect(catchUp()).rejects.toThrow()
  isNews(subscribed(5 * 60_000))
  server.isDown = false
  await catchUp()
  expect(said()).toEqual(['New study: Patient 1'])
})
