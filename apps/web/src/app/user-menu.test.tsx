import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { signInEachTest, someUser } from '../lib/session/session.fixture.ts'
import { initialsOf, UserMenu } from './user-menu.tsx'

signInEachTest()

test.each([
  ['Helen Marsh', 'HM'],
  ['Dr Ines Carvalho', 'IC'],
  ['中村', '中'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('the menu names its user at every width', async () => {
  render(
    <MemoryRouter>
      <UserMenu fullName={someUser.fullName} role={someUser.role} />
    </MemoryRouter>,
  )
  fireEvent.keyDown(screen.getByRole('button', { name: /User menu of Helen Marsh/ }), { key: 'Enter' })
  const name = (await screen.findByText(someUser.fullName)).parentElement
  expect(name?.textContent).toBe('Helen Marshadmin')
  expect(name?.className).not.toContain('hidden')
})
