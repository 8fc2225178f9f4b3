import { defaultBindings } from '@readroom/contracts/images/viewer-keys'
import { expect, it } from 'vitest'
import { nextSpeed } from './commands.js'
import { bindingsOf } from './mouse.js'

const enums = {
  MouseBindings: { Primary: 1, Secondary: 2, Auxiliary: 4, Wheel: 524288 },
  KeyboardBindings: { Ctrl: 17 },
}
const wheel = { mouseButton: 524288 }
const touch = (numTouchPoints) => ({ numTouchPoints })

it('binds every button of the set, and two and three fingers', () => {
  expect(Object.fromEntries(bindingsOf(defaultBindings, enums))).toEqual({
    WindowLevel: [{ mouseButton: 1 }],
    Pan: [{ mouseButton: 4 }],
    Zoom: [touch(2), { mouseButton: 2 }, { ...wheel, modifierKey: 17 }],
    StackScroll: [touch(3), wheel],
    Magnify: [],
  })
})

it('binds what the user has chosen, and leaves a button out that does nothing', () => {
  const bindings = { ...defaultBindings, mouse: { left: 'scroll', middle: 'none', right: 'window', wheel: 'zoom', thumb: 'fly' } }
  expect(Object.fromEntries(bindingsOf(bindings, enums))).toEqual({
    WindowLevel: [{ mouseButton: 2 }],
    Pan: [],
    Zoom: [touch(2), wheel, { ...wheel, modifierKey: 17 }],
    StackScroll: [touch(3), { mouseButton: 1 }],
    Magnify: [],
  })
})

it('steps through the speeds of a cine, and stops at their ends', () => {
  expect([nextSpeed(24, 1), nextSpeed(24, -1), nextSpeed(25, 1), nextSpeed(90, 1), nextSpeed(1, -1)]).toEqual([30, 20, 30, 90, 1])
})
