import { StudyListQuery } from '@readroom/contracts/studies/studies'
import type { StudyFilterKey } from '@readroom/contracts/studies/study-filters'
import { ofEachYesNo } from '@readroom/contracts/studies/yes-no-filters'
import { expect, test } from 'vitest'
import { buildUrl } from '../../../lib/api/request.ts'
import { filterWords } from '../filters/filter-words.ts'
import { worklistRoles } from '../list/worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

const { admin, lab_staff, doctor_account } = worklistRoles
const read = (search: string, role = admin) => readWorklistUrl(new URLSearchParams(search), role)
const write = (before: string, changes: Partial<WorklistUrl>, role = admin) =>
  writeWorklistUrl(new URLSearchParams(before), changes, role).toString()

test.each([
  ['admin', admin, { tab: 'pending', limit: 100, date: 'today' }],
  ['lab', lab_staff, { tab: 'all', limit: 500, date: 'today' }],
  ['doctor', doctor_account, { tab: 'all', limit: 100, date: 'all', sort: 'dueDate' }],
])('an empty address means the defaults of the %s', (_, role, defaults) => {
  expect(read('', role)).toMatchObject({ sort: '-uploadDate', ...defaults, dateType: 'UploadDate', search: '', status: [] })
})

const names = { location: String, doctor: String }

/** An address that sets each filter. */
const addresses: Record<StudyFilterKey, string> = {
  quickDatePreset: 'dateType=StudyDate&date=custom&from=2026-11-01&to=2026-11-21',
  searchTerm: 'search=M%C3%BCller%2C+Ann+%26+Co&searchType=patientName',
  selectedLocation: 'location=01890000-0000-7000-8000-000000000001',
  patientName: 'patientName=a',
  patientId: 'patientId=b',
  referringPhysician: 'referringPhysician=c',
  accession: 'accession=d',
  description: 'description=e',
  workflowStatus: 'status=report_drafted%2Carchived',
  modality: 'modality=CT%2CCT%5CSR',
  ...ofEachYesNo((name) => `${name}=true`),
  studyType: 'studyType=f',
  assignedTo: 'assignedTo=01890000-0000-7000-8000-000000000002%2Cunassigned',
  caseFlag: 'caseFlag=billedStudy%2CstudyException',
  deadline: 'deadline=atRisk%2Clate',
}

test('writes every parameter as it was read', () => {
  const address = ['tab=completed&limit=20&sort=patientName', ...Object.values(addresses)].join('&')
  const written = new URLSearchParams(write('', read(address)))
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(address)))
})

test.each(Object.entries(addresses))('the filter %s is sent, described, and can be removed', (name, address) => {
  const url = read(address)
  const { filters, limit, sort } = queryOf(url)
  const asked = new URL(buildUrl('http://readroom.test/', { query: { ...filters, limit, sort } })).searchParams
  const understood: Record<string, unknown> = StudyListQuery.parse(Object.fromEntries(asked))
  expect(understood[name]).toBeDefined()
  const [words, ...others] = filterWords(url, names).filter(({ without }) => !('date' in without) || name === 'quickDatePreset')
  expect([words?.value, others]).toEqual([expect.stringMatching(/./), []])
  expect(filterWords({ ...url, ...words?.without }, names).map(({ label }) => label)).not.toContain(words?.label)
})

test.each([
  'tab=gone',
  'limit=30',
  'limit=all',
  'sort=location',
  'date=assignedToday',
  'date=never',
  'dateType=Birth',
  'date=custom&from=tomorrow',
  'location=1',
  'status=lost',
  'modality=%3Cb%3E',
  'emergency=1',
  'deadline=soon',
  'assignedTo=somebody',
  `search=${'x'.repeat(300)}`,
])('an invalid parameter (%s) counts as missing', (search) => {
  const date = search.startsWith('date=custom') ? 'date=custom' : ''
  expect(read(search)).toEqual(read(date))
})

test('leaves out defaults and keeps parameters of others', () => {
  expect(write('tab=all&limit=50&dialog=reports', { tab: 'pending', limit: 100, date: 'today' })).toBe('dialog=reports')
  expect(write('status=new', { status: [] })).toBe('')
  expect(write('', { date: 'today' }, doctor_account)).toBe('date=today')
})

test('only administrators can filter by assigned doctor', () => {
  const asked = 'assignedTo=unassigned'
  expect(queryOf(read(asked)).filters.assignedTo).toBe('unassigned')
  for (const role of [lab_staff, doctor_account]) expect(read(asked, role)).toEqual(read('', role))
})

test('leaving a custom range removes its days', () => {
  expect(write('date=custom&from=2026-11-01&to=2026-11-02', { date: 'yesterday' })).toBe('date=yesterday')
  expect(write('date=custom&from=2026-11-01', { to: '2026-11-02' })).toBe('date=custom&from=2026-11-01&to=2026-11-02')
})

test('the API understands the query', () => {
  const { limit, sort, filters } = queryOf(read('date=custom&from=2026-11-01&status=new,archived&modality=CT%5CSR&mlc=true'))
  const asked = new URL(buildUrl('http://readroom.test/', { query: { ...filters, limit, sort } })).searchParams
  expect(StudyListQuery.parse(Object.fromEntries(asked))).toEqual({
    limit: 100,
    sort: { key: 'uploadDate', descending: true },
    dateType: 'UploadDate',
    quickDatePreset: 'custom',
    customDateFrom: '2026-11-01',
    searchType: 'all',
    workflowStatus: ['new', 'archived'],
    modality: ['CT\\SR'],
    mlc: true,
  })
})
