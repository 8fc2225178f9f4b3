import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { someUser } from '../session/session.fixture.ts'
import { sessionStore } from '../session/session.ts'
import { makeRow } from './study.fixture.ts'
import { applyOverride, overrideStudy, useStudyOverrides } from './study-overrides.ts'

afterEach(() => {
  cleanup()
  sessionStore.clear()
})

test("the next user of the tab doesn't see what the previous one did", () => {
  sessionStore.start(someUser, 'token', '1h')
  const row = makeRow(1)
  const { result } = renderHook(useStudyOverrides)
  act(() => overrideStudy(row._id, 'assigned_to_doctor', makeRow(1, 'assigned_to_doctor', [1]).doctorAssignments))
  expect(applyOverride(row, result.current).workflowStatus).toBe('assigned_to_doctor')
  act(() => sessionStore.renew('another token', '1h'))
  expect(applyOverride(row, result.current).workflowStatus).toBe('assigned_to_doctor')
  act(() => sessionStore.clear())
  act(() => sessionStore.start({ ...someUser, _id: '01890000-0000-7000-8000-000000000002', role: 'lab_staff' }, 'token', '1h'))
  expect(applyOverride(row, result.current)).toEqual(row)
})
