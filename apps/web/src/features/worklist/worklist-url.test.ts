import { StudyListQuery } from '@readroom/contracts/studies'
import { expect, test } from 'vitest'
import { buildUrl } from '../../lib/api/request.ts'
import { worklistRoles } from './worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

const { admin, lab_staff, doctor_account } = worklistRoles
const read = (search: string, role = admin) => readWorklistUrl(new URLSearchParams(search), role)
const write = (before: string, changes: Partial<WorklistUrl>, role = admin) =>
  writeWorklistUrl(new URLSearchParams(before), changes, role).toString()

test.each([
  ['admin', admin, { tab: 'pending', limit: 100, date: 'today' }],
  ['lab', lab_staff, { tab: 'all', limit: 500, date: 'today' }],
  ['doctor', doctor_account, { tab: 'all', limit: 100, date: 'assignedToday' }],
])('an address that says nothing means the defaults of the %s', (_, role, defaults) => {
  expect(read('', role)).toMatchObject({ ...defaults, sort: '-uploadDate', dateType: 'UploadDate', search: '', status: [] })
})

test('every choice is written, and read again as it was', () => {
  const chosen: WorklistUrl = {
    tab: 'completed',
    limit: 20,
    sort: 'patientName',
    search: 'Müller, Ann & Co',
    searchType: 'patientName',
    dateType: 'StudyDate',
    date: 'custom',
    from: '2026-11-01',
    to: '2026-11-21',
    location: ['01890000-0000-7000-8000-000000000001'],
    patientName: 'a',
    patientId: 'b',
    referringPhysician: 'c',
    accession: 'd',
    description: 'e',
    status: ['report_drafted', 'archived'],
    modality: ['CT', 'CT\\SR'],
    emergency: 'true',
    mlc: 'false',
    studyType: 'f',
  }
  const address = write('', chosen)
  expect(read(address)).toEqual(chosen)
  expect(new URLSearchParams(address).size).toBe(Object.keys(chosen).length)
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
  `search=${'x'.repeat(300)}`,
])('what cannot be (%s) is read as if it were missing', (search) => {
  const date = search.startsWith('date=custom') ? 'date=custom' : ''
  expect(read(search)).toEqual(read(date))
})

test('defaults are left out of the address, and what is not the list’s stays in it', () => {
  expect(write('tab=all&limit=50&dialog=reports', { tab: 'pending', limit: 100, date: 'today' })).toBe('dialog=reports')
  expect(write('status=new', { status: [] })).toBe('')
  expect(write('', { date: 'today' }, doctor_account)).toBe('date=today')
})

test('the days of a range go with the range', () => {
  expect(write('date=custom&from=2026-11-01&to=2026-11-02', { date: 'yesterday' })).toBe('date=yesterday')
  expect(write('date=custom&from=2026-11-01', { to: '2026-11-02' })).toBe('date=custom&from=2026-11-01&to=2026-11-02')
})

test('the API understands what is asked', () => {
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
