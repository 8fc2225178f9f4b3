import { describe, expect, it } from 'vitest'
import { roles } from '../core/permissions.ts'
import {
  courseSteps,
  nextStatus,
  StudyEvent,
  type StudyStatus,
  statusesUnder,
  statusTable,
  stepOfEvent,
  studyEvents,
  studyStatuses,
  studyTabs,
  transitions,
} from './study-workflow.ts'

const downloads = ['downloaded_by_radiologist', 'downloaded_by_admin', 'downloaded_by_lab'] as const
const finished = studyStatuses.slice(studyStatuses.indexOf('report_uploaded'))

describe('study workflow', () => {
  it.each(roles)('puts every status under exactly one tab of %s beside All', (role) => {
    expect(studyTabs.flatMap((tab) => statusesUnder(tab, role)).sort()).toEqual([...studyStatuses].sort())
    expect(statusesUnder('all', role)).toEqual([...studyStatuses])
  })

  it('has nothing unfinished under Completed, and under a doctor’s Pending what waits unopened', () => {
    for (const role of roles) expect(statusesUnder('completed', role)).toEqual(finished)
    expect(statusesUnder('pending', 'admin')).toEqual(['new_study_received', 'new', 'pending_assignment'])
    expect(statusesUnder('pending', 'doctor_account')).toContain('assigned_to_doctor')
  })

  it('leads from known statuses to known statuses only', () => {
    const used = Object.values(transitions).flatMap((table) => Object.entries(table).flat())
    expect(used.filter((status) => !(status in statusTable))).toEqual([])
  })

  it('never lets a draft replace a finished report', () => {
    for (const from of finished)
      for (const event of ['drafted', 'report_started'] as const) expect(nextStatus(from, event)).toBeNull()
  })

  it('lets a recall lead back to work, and the recall of an amendment nowhere', () => {
    expect([nextStatus('report_finalized', 'recalled'), nextStatus('report_drafted', 'recalled')]).toEqual([
      'report_in_progress',
      'report_in_progress',
    ])
    expect(nextStatus('archived', 'recalled')).toBeNull()
    for (const from of finished.filter((status) => status !== 'archived'))
      expect(nextStatus(from, 'amendment_recalled')).toBe(from)
  })

  it('never lets a download lead backwards', () => {
    for (const event of downloads) {
      for (const from of finished) {
        const to = nextStatus(from, event) ?? from
        const forward = studyStatuses.indexOf(to) >= studyStatuses.indexOf(from)
        expect(`${event} from ${from} forward: ${forward || from === 'report_finalized'}`).toBe(
          `${event} from ${from} forward: true`,
        )
      }
    }
  })

  it('completes nothing by downloading what is not finished', () => {
    const unfinished = studyStatuses.filter((status) => !finished.includes(status))
    expect(downloads.flatMap((event) => unfinished.map((from) => nextStatus(from, event))).filter(Boolean)).toEqual([])
  })

  it('reaches the report by the main job', () => {
    const job = [
      'settled',
      'assigned',
      'opened',
      'drafted',
      'finalized',
      'downloaded_by_radiologist',
      'downloaded_by_lab',
      'archived',
    ] as const
    const path: StudyStatus[] = []
    let status: StudyStatus = 'new_study_received'
    for (const event of job) {
      status = nextStatus(status, event) ?? 'new'
      path.push(status)
    }
    expect(path).toEqual([
      'pending_assignment',
      'assigned_to_doctor',
      'doctor_opened_report',
      'report_drafted',
      'report_finalized',
      'report_downloaded_radiologist',
      'final_report_downloaded',
      'archived',
    ])
  })

  it('sends a finished study that starts anew back to work; another goes on from where it is', () => {
    expect(
      studyStatuses.filter((status) => nextStatus(status, 'reset') !== status && nextStatus(status, 'reset') !== null),
    ).toEqual(finished.filter((status) => status !== 'archived'))
  })

  it('knows a table for every event', () => {
    expect(Object.keys(transitions).sort()).toEqual([...studyEvents].sort())
  })
})

describe('steps of the history', () => {
  it('show no event twice', () => {
    const shown = Object.values(courseSteps).flatMap(({ events }) => events)
    expect(shown).toEqual([...new Set(shown)])
    expect(StudyEvent.options.filter((event) => stepOfEvent(event) !== null).sort()).toEqual(shown.sort())
  })

  it('leave out the preparation of a study', () => {
    expect(stepOfEvent('received')).toBe('received')
    expect(stepOfEvent('amendment_recalled')).toBe('recalled')
    expect(stepOfEvent('settled')).toBeNull()
  })
})
