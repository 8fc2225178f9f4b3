import { expect, test } from 'vitest'
import { type Escalated, noticeOf, noticeOfSeveral } from './escalation-notices.ts'

const study = { studyId: '01890000-0000-7000-8000-000000000001', patientName: 'Nguyễn Thị Hồng Ánh' }
const message = (fields: Partial<Escalated>): Escalated => ({
  type: 'study_escalated',
  earliestAt: null,
  step: 'deadline',
  location: 'CITYLAB',
  accessionEnd: '4711',
  dueAt: '2026-03-02T14:05:00.000Z',
  study,
  ...fields,
})

test('a notice names patient, laboratory and deadline', () => {
  const { title, text } = noticeOf(message({}), 'doctor_account')
  expect(title).toBe('A report is late')
  expect(text).toMatch(/^Nguyễn Thị Hồng Ánh, CITYLAB, accession ends 4711\. Was due .*\d\d:05\.$/)
})

test('an administrator is advised to reassign what is long overdue, a doctor is not', () => {
  const overdue = message({ step: 'overdue' })
  expect(noticeOf(overdue, 'admin').text).toContain('Reassign it.')
  expect(noticeOf(overdue, 'doctor_account').text).not.toContain('Reassign')
})

test('a doctor who does not have the emergency is told whom to ask', () => {
  const offered = noticeOf(message({ step: 'unopened', study: null, accessionEnd: null }), 'doctor_account')
  expect(offered).toEqual({
    title: 'An emergency is waiting',
    text: 'CITYLAB. Nobody has opened it. Ask an administrator to assign it to you.',
  })
})

test('several studies are counted by their steps', () => {
  const messages = (['warning', 'deadline', 'overdue', 'unopened'] as const).map((step) => message({ step }))
  expect(noticeOfSeveral(messages)).toEqual({
    title: '4 studies wait for their report',
    text: '1 emergency, 2 late, 1 due soon.',
  })
})
