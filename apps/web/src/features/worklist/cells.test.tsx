import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeRow } from '../../lib/study.fixture.ts'
import { ClinicalHistoryCell } from './cells.tsx'

afterEach(cleanup)

test.each([
  ['', 'No clinical history', 0],
  [' \n ', 'No clinical history', 0],
  [' Fell from a horse. ', 'Clinical history: Fell from a horse.', 1],
])('a clinical history of %j reads %j', (clinicalHistory, words, dots) => {
  const { container } = render(<ClinicalHistoryCell row={{ ...makeRow(1), clinicalHistory }} />)
  expect(container.textContent).toBe(words)
  expect(container.querySelectorAll('.wl-pulse')).toHaveLength(dots)
})
