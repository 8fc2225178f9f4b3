import type { CourseEntry, StudySummary } from '@readroom/contracts/patients/summary'
import { expect, test } from 'vitest'
import { courseWaits } from './course-waits.ts'

const at = (time: string) => `2025-11-20T${time}:00.000Z`
const entry = (step: CourseEntry['step'], time: string): CourseEntry => ({
  step,
  at: at(time),
  by: 'Helen Marsh',
  byRole: 'admin',
  doctorName: null,
  skip: null,
  deadline: null,
  pause: null,
  escalation: null,
  dealing: null,
  mark: null,
})
const course = [entry('received', '21:20'), entry('assigned', '21:32'), entry('opened', '22:39')]
const cycle = {
  cycle: 1,
  readyAt: at('21:20'),
  reportedBy: null,
  turnaroundMinutes: null,
  netTurnaroundMinutes: null,
  pausedMinutes: 0,
  diffAssignAndReportTAT: null,
}

function waitsAt(now: string, reportedAt: string | null = null, steps = course) {
  const reportedInfo: StudySummary['reportedInfo'] = { ...cycle, reportedAt, ReportAvailable: false }
  return courseWaits({ course: steps, reportedInfo }, new Date(at(now))).map(({ wait, isLongest }) => [wait, isLongest])
}

test('marks the longest wait between two steps', () => {
  expect(waitsAt('22:49')).toEqual([
    [12, false],
    [67, true],
    [10, false],
  ])
})

test('the current wait grows until the report is ready', () => {
  expect(waitsAt('23:59').at(-1)).toEqual([80, true])
  expect(waitsAt('23:59', at('22:39')).at(-1)).toEqual([null, false])
})

test('a clock that is behind gives no negative wait', () => {
  expect(waitsAt('21:00').at(-1)).toEqual([0, false])
})

test.each(['orderMatched', 'pauseRenewed', 'escalated'] as const)('the step "%s" ends no wait and begins none', (step) => {
  const steps = [...course.slice(0, 2), entry(step, '22:00'), ...course.slice(2)]
  expect(waitsAt('22:49', null, steps)).toEqual([
    [12, false],
    [67, true],
    [null, false],
    [10, false],
  ])
})
