import { expect, test, vi } from 'vitest'
import { notify } from '../notify.tsx'
import { createEscalationNotices, type Escalated, noticeOf, noticeOfSeveral } from './escalation-notices.ts'

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
  const messages = (['warning', 'misplaced', 'deadline', 'overdue', 'unopened'] as const).map((step) => message({ step }))
  expect(noticeOfSeveral(messages)).toEqual({
    title: '5 studies wait for their report',
    text: '1 emergency, 1 needs another doctor, 2 late, 1 due soon.',
  })
})

test('studies that come one after another are counted in one notice, and an emergency has its own', async () => {
  vi.useFakeTimers()
  const shown = vi.spyOn(notify, 'warning').mockReturnValue('')
  const notices = createEscalationNotices('admin')
  const hear = async (number: number, step: Escalated['step']) => {
    notices.hear(message({ id: number, step, study: { ...study, studyId: `${number}` } }))
    await vi.advanceTimersByTimeAsync(5000)
  }
  await hear(1, 'warning')
  await hear(2, 'warning')
  await hear(2, 'deadline')
  await hear(3, 'unopened')
  expect(shown.mock.calls.map(([title, options]) => [title, options?.id, options?.description])).toEqual([
    ['A report is due soon', 'escalations', expect.stringContaining('CITYLAB')],
    ['2 studies wait for their report', 'escalations', '2 due soon.'],
    ['2 studies wait for their report', 'escalations', '1 late, 1 due soon.'],
    ['An emergency is waiting', 'escalation-3', expect.stringContaining('CITYLAB')],
  ])
  await vi.advanceTimersByTimeAsync(30_000)
  await hear(4, 'warning')
  expect(shown.mock.lastCall?.[0]).toBe('A report is due soon')
  notices.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
