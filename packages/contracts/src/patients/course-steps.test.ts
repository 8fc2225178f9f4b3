import { describe, expect, it } from 'vitest'
import { StudyEvent } from '../studies/study-workflow.ts'
import { courseSteps, stepOfEvent } from './course-steps.ts'

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
