import { expect, test } from 'vitest'
import { worklistRoles } from '../list/worklist-roles.ts'
import { readWorklistUrl, writeWorklistUrl } from '../rows/worklist-url.ts'
import { filterWords, offeredModalities, panelWords, withoutAll } from './filter-words.ts'

const names = { location: String, doctor: String }
const labId = '01890000-0000-7000-8000-000000000001'
const read = (search: string, role = worklistRoles.admin) => readWorklistUrl(new URLSearchParams(search), role)
const say = (search: string, role = worklistRoles.admin) =>
  filterWords(read(search, role), { location: (id) => `Lab ${id.slice(-1)}`, doctor: (id) => `Dr ${id.slice(-1)}` }).map(
    ({ label, value }) => `${label}: ${value}`,
  )

test.each([
  ['', ['Upload date: Today']],
  ['date=all', []],
  ['date=custom', []],
  ['date=custom&from=2026-11-01', ['Upload date: from 01/11/2026']],
  ['date=custom&dateType=StudyDate&from=2026-11-01&to=2026-11-05', ['Study date: from 01/11/2026 to 05/11/2026']],
  [`date=all&search=brain&location=${labId}`, ['Search: brain', 'Location: Lab 1']],
  ['date=all&status=new,archived&modality=CT,CT%5CSR', ['Workflow status: New, Archived', 'Modality: CT, CT\\SR']],
  ['date=all&status=new,archived,report_drafted,report_uploaded', ['Workflow status: 4 of 13']],
  [`date=all&assignedTo=unassigned,${labId}`, ['Assigned to: Nobody, Dr 1']],
  ['date=all&emergency=true&mlc=false&studyType=Inpatient', ['Study type: Inpatient', 'Emergency: Yes', 'MLC: No']],
])('the filters %j read %j', (search, words) => {
  expect(say(search)).toEqual(words)
})

test("a doctor's list has no filters by default", () => {
  expect(say('', worklistRoles.doctor_account)).toEqual([])
  expect(say('date=assignedToday', worklistRoles.doctor_account)).toEqual(['Assigned: Today'])
})

test('clearing removes all filters, but keeps tab, order and page size', () => {
  const address = `tab=all&limit=20&sort=patientId&search=x&location=${labId}&status=new&modality=CT&emergency=true&patientName=y&date=yesterday`
  const words = filterWords(read(address), names)
  const cleared = writeWorklistUrl(new URLSearchParams(address), withoutAll(words), worklistRoles.admin)
  expect(cleared.toString()).toBe('tab=all&limit=20&sort=patientId&date=all')
})

test("the panel's filters exclude search, date and location", () => {
  expect(panelWords(read(`search=x&date=yesterday&location=${labId}&mlc=true`), names).map(({ label }) => label)).toEqual(['MLC'])
})

test('offers the specified modalities, then those of the studies, then those in the current filter', () => {
  expect(offeredModalities(['CT', 'US', 'MG', 'SR'], ['NM', 'US'])).toEqual([
    'CT',
    'MR',
    'CR',
    'DX',
    'PR',
    'CT\\SR',
    'MG',
    'NM',
    'SR',
    'US',
  ])
})
