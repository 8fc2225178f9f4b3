import { describe, expect, it } from 'vitest'
import { mouseButtons, viewerCommand, viewerCommands } from './viewer-commands.ts'
import { viewerKeySets } from './viewer-key-sets.ts'
import {
  bindKeys,
  bindMouse,
  defaultBindings,
  holderOf,
  keyNameOf,
  keysOf,
  refusalOf,
  resetTo,
  toolOf,
  type ViewerBindings,
  writtenKeyName,
} from './viewer-keys.ts'

const press = (key: string, modifiers: Partial<Parameters<typeof keyNameOf>[0]> = {}) =>
  keyNameOf({ key, ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, isAltGraph: false, ...modifiers })

describe('the table of commands', () => {
  it('has each command once', () => {
    expect(new Set(viewerCommands.map(({ id }) => id)).size).toBe(viewerCommands.length)
  })

  it.each(viewerKeySets)('$label binds known commands, each key once, and none that the page needs', ({ keys, mouse }) => {
    const all = Object.entries<readonly string[]>(keys)
    expect(all.filter(([id]) => !viewerCommand(id))).toEqual([])
    const bound = all.flatMap(([, each]) => each)
    expect(new Set(bound).size).toBe(bound.length)
    expect(bound.flatMap((key) => refusalOf(key) ?? [])).toEqual([])
    for (const [button, tool] of Object.entries(mouse))
      expect(Object.entries(mouseButtons).find(([name]) => name === button)?.[1].tools).toContain(tool)
  })

  it.each(viewerKeySets)('$label has windows for brain and stroke, MPR, 1:1, series and cine on keys', ({ id }) => {
    const keys = keysOf({ ...defaultBindings, set: id })
    for (const needed of ['window-brain', 'window-stroke', 'mpr', 'actual-size', 'next-series', 'previous-series', 'cine-faster'])
      expect(keys.get(needed)).not.toEqual([])
  })
})

describe('names of keys', () => {
  it.each([
    ['z', {}, 'z'],
    ['Z', {}, 'z'],
    ['ü', {}, 'ü'],
    ['я', {}, 'я'],
    ['+', { shiftKey: true }, '+'],
    ['+', { ctrlKey: true }, 'ctrl+plus'],
    ['PageDown', {}, 'pagedown'],
    ['ArrowUp', { shiftKey: true }, 'shift+up'],
    ['F2', {}, 'f2'],
    ['z', { metaKey: true }, 'ctrl+z'],
    ['A', { shiftKey: true }, 'shift+a'],
    [' ', {}, 'space'],
    ['Shift', { shiftKey: true }, null],
    ['Dead', {}, null],
    ['[', { ctrlKey: true, altKey: true, isAltGraph: true }, null],
  ] as const)('%s %j is %s', (key, modifiers, name) => {
    expect(press(key, modifiers)).toBe(name)
  })

  it('are written as on keyboards', () => {
    expect(['pagedown', 'ctrl+z', '+', 'shift+up', 'f2'].map(writtenKeyName)).toEqual(['Page ↓', 'Ctrl Z', '+', 'Shift ↑', 'F2'])
  })
})

describe('the keys of a user', () => {
  const bound = (keys: ViewerBindings['keys'], set = 'standard') => ({ ...defaultBindings, set, keys })

  it('are those of the set, unless the user has bound others', () => {
    const keys = keysOf(bound({ mpr: ['f2', 'q'], 'tool-zoom': [] }))
    expect(keys.get('mpr')).toEqual(['f2', 'q'])
    expect(keys.get('tool-zoom')).toEqual([])
    expect(keys.get('invert')).toEqual(['i'])
  })

  it('never give one key to two commands, whatever a newer version has stored', () => {
    const bindings = bound({ mpr: ['z', 'q'], invert: ['q'], 'tool-length': ['q'] })
    const all = [...keysOf(bindings).values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(keysOf(bindings).get('tool-zoom')).toEqual([])
  })

  it('leave out keys that this version gives to nobody', () => {
    expect(keysOf(bound({ mpr: ['f9', 'alt+m', 'hyper+m', 'hyper-9', 'q'] })).get('mpr')).toEqual(['q'])
  })

  it('have a holder, by whom a second binding is refused', () => {
    expect(holderOf(defaultBindings, 'z', 'mpr')?.label).toBe('Zoom')
    expect(holderOf(defaultBindings, 'z', 'tool-zoom')).toBeUndefined()
    expect(holderOf(bound({ 'tool-zoom': [] }), 'z', 'mpr')).toBeUndefined()
  })

  it.each(['f8', 'f9', 'tab', 'ctrl+enter', 'ctrl+s', '?', 'alt+b', 'shift+a', 'ctrl+w', 'f5', 'f12'])('are never %s', (key) => {
    expect(refusalOf(key)).toMatch(/\.$/)
  })

  it('of a set and commands of a newer version stay, and are ignored', () => {
    const newer: ViewerBindings = {
      set: 'thumb',
      keys: { 'fly-through': ['z'], mpr: ['q'] },
      mouse: { thumb: 'fly', right: 'fly' },
    }
    expect(keysOf(newer).get('tool-zoom')).toEqual(['z'])
    expect(toolOf(newer, 'right')).toBe('zoom')
    const changed = bindMouse(bindKeys(newer, 'invert', ['u']), 'middle', 'window')
    expect(changed).toEqual({ ...newer, keys: { ...newer.keys, invert: ['u'] }, mouse: { ...newer.mouse, middle: 'window' } })
    expect(resetTo(changed, 'letters')).toEqual({ set: 'letters', keys: { 'fly-through': ['z'] }, mouse: { thumb: 'fly' } })
  })
})
