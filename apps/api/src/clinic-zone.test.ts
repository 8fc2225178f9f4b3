import { weekdays } from '@readroom/contracts/people/doctors'
import { orders } from '@readroom/db/orders/orders.schema'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { createActor, createCast, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { readSheet } from 'read-excel-file/node'
import { expect, onTestFinished, test } from 'vitest'
import { createFhirClient, fetchAccessToken, fhirGet } from './testing/fhir.fixture.ts'
import { startTestApi } from './testing/test-api.ts'

test('all that leaves the API has the zone that an administrator set, and not that of the environment', async () => {
  const api = await startTestApi({ env: { CLINIC_TIME_ZONE: 'Asia/Tokyo' } })
  onTestFinished(() => api.stop())
  const cast = await createCast(api.db)
  const change = { values: { clinicTimeZone: 'Pacific/Auckland' }, reset: [] }
  await api.request({ method: 'PUT', url: '/api/admin/settings', payload: change }, cast.admin)

  // Spreadsheets. 13 hours ahead of UTC in November, 9 in Tokyo.
  const receivedAt = new Date('2026-11-27T11:30:00Z')
  const study = await createStudy(api.db, { labId: cast.labA.id, receivedAt })
  const sheet = await api.request({ method: 'GET', url: `/api/footer/export?studyIds=${study.id}` }, cast.admin)
  const [headings = [], row = []] = await readSheet(sheet.rawPayload)
  expect(row[headings.indexOf('Upload Date (Pacific/Auckland)')]).toEqual(new Date('2026-11-28T00:30:00Z'))

  // Calendar feeds say instants. Shifts are in the zone of their doctor.
  const { user, doctor } = await createDoctor(api.db)
  const shifts = weekdays.map((weekday) => ({ weekday, from: '08:00', to: '16:00' }))
  await api.db.insert(doctorPresence).values({ doctorId: doctor.id, timeZone: 'Asia/Kathmandu', shifts, absences: [] })
  const feed = await api.request({ method: 'POST', url: '/api/shift-feed' }, await createActor(api.db, user))
  const calendar = await api.request({ method: 'GET', url: new URL(feed.json().address).pathname })
  const begins = [...calendar.body.matchAll(/DTSTART:\d{8}T(\d{6}Z)/g)].map(([, time]) => time)
  // A shift of this moment may begin at the beginning of the feed.
  expect(new Set(begins.slice(1))).toEqual(new Set(['021500Z']))

  // FHIR says instants, which are the same in every zone.
  const scheduledAt = new Date('2026-11-27T11:15:00Z')
  await api.db.insert(orders).values({ labId: cast.labA.id, placerNumber: 'Z-1', source: 'manual', scheduledAt })
  const token = await fetchAccessToken(api, await createFhirClient(api, cast.labA.id), 'system/*.rs')
  const found = (await fhirGet(api, token, '/fhir/ServiceRequest')).json()
  expect(Date.parse(found.entry[0].resource.occurrenceDateTime)).toBe(scheduledAt.getTime())
})
