import { SavedQuery } from '@readroom/contracts/worklist/saved-lists'
import { expect, test } from 'vitest'
import { columnIds } from '../columns/column-choice.ts'
import { shownColumns } from '../columns/use-columns.ts'
import { worklistRoles } from '../list/worklist-roles.ts'
import { readWorklistUrl } from './worklist-url.ts'
import { addressOf, openedAs, savedQueryOf } from './worklist-view.ts'

const { admin, lab_staff, doctor_account } = worklistRoles
const columns = shownColumns(columnIds.filter((id) => id !== 'location'))
const listId = '01890000-0000-7000-8000-000000000001'
const savedFrom = (address: string, role = admin) =>
  SavedQuery.parse(savedQueryOf(readWorklistUrl(new URLSearchParams(address), role), columns))

const addresses = [
  '',
  'tab=completed&sort=patientName&search=M%C3%BCller%2C+Ann&searchType=patientName',
  'date=custom&from=2026-11-01&to=2026-11-21&dateType=StudyDate',
  `location=${listId}&patientName=a&patientId=b&referringPhysician=c&accession=d&description=e&studyType=f`,
  `assignedTo=unassigned%2C${listId}`,
  'status=report_drafted%2Carchived&modality=CT%2CCT%5CSR&emergency=true&mlc=false&caseFlag=billedStudy%2CstudyException&deadline=late',
]

test.each(addresses)('a list saved at "%s" opens with the same view', (address) => {
  const saved = savedFrom(address)
  const opened = addressOf(saved, listId, admin)
  expect(opened?.get('list')).toBe(listId)
  expect(opened?.get('columns')?.split(',')).toEqual(columns)
  for (const own of ['list', 'columns']) opened?.delete(own)
  const asked = (params: URLSearchParams | null) => Object.fromEntries([...(params ?? [])].sort())
  expect(asked(opened)).toEqual(asked(new URLSearchParams(address)))
  expect(openedAs(saved, admin)).toEqual(saved)
})

test("a date preset stays a preset, even if it is the role's default", () => {
  expect(savedFrom('').filters).toMatchObject({ quickDatePreset: 'today' })
  expect(savedFrom('').filters).not.toHaveProperty('customDateFrom')
  expect(addressOf(savedFrom(''), listId, doctor_account)?.get('date')).toBe('today')
  expect(addressOf(savedFrom(''), listId, lab_staff)?.get('tab')).toBe('pending')
})

test("a list with dates that the role is not offered can't be opened", () => {
  const saved = savedFrom('date=assignedToday', doctor_account)
  expect(openedAs(saved, doctor_account)?.filters.quickDatePreset).toBe('assignedToday')
  expect([addressOf(saved, listId, admin), openedAs(saved, admin)]).toEqual([null, null])
})

test('drops unknown columns and adds required ones', () => {
  const saved = { ...savedFrom(''), columns: ['gone', 'modality'] }
  expect(openedAs(saved, admin)?.columns).toEqual(['status', 'patientId', 'patientName', 'modality'])
})

test("a list with unknown filters can't be opened", () => {
  const saved = { ...savedFrom(''), filters: { gone: '1' } }
  expect([addressOf(saved, listId, admin), openedAs(saved, admin)]).toEqual([null, null])
})
