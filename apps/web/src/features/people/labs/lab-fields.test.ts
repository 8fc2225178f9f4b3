import { LabRegistration } from '@readroom/contracts/people/labs'
import { expect, test } from 'vitest'
import { emptyLab, toLabFields, toRegistration } from './lab-fields.ts'

const filled = {
  ...emptyLab,
  name: 'Санкт-Лука',
  identifier: 'stl-07',
  staffUsername: 'orlov',
  staffEmail: 'o@st.example',
  staffFullName: 'П',
}

test('a registration meets the contract', () => {
  expect(LabRegistration.parse(toRegistration(filled))).toMatchObject({
    labName: 'Санкт-Лука',
    labIdentifier: 'STL-07',
    labIsActive: true,
    staffUsername: 'orlov',
  })
})

test('the list of AE titles leaves out the identifier', () => {
  const stats = { active: 0, total: 0 }
  const lab = {
    ...filled,
    _id: '01890000-0000-7000-8000-000000000001',
    identifier: 'STL-07',
    aeTitles: ['STL-07', 'STL_CT1'],
    contactPerson: null,
    totalStudies: 0,
    totalStaff: 0,
    activeStaff: 0,
    staffStats: stats,
    studyStats: { pending: 0, inProgress: 0, completed: 0 },
    version: 4,
    mailOnReport: true,
    preliminaryVisible: false,
    archiveReports: false,
    everySeriesDisplayed: false,
    displayRules: [],
    sharePinRequired: false,
    quietHours: { from: null, to: null },
    escalationEmails: [],
  }
  expect(toLabFields(lab)).toMatchObject({ aeTitles: ['STL_CT1'], contactPerson: '', version: 4 })
})
