import {
  type MouseButton,
  type MouseTool,
  mouseButtons,
  type ViewerCommand,
  viewerCommand,
  viewerCommands,
} from './viewer-commands.ts'
import { type ViewerKeySet, viewerKeySets } from './viewer-key-sets.ts'

/**
 * A user's keys: a shipped set, and what the user has bound otherwise. It may name sets, commands, buttons and tools of a newer version. They are kept,
 * and this version ignores them.
 */
export type ViewerBindings = {
  set: string
  /** By command. An empty list takes the command its keys. */
  keys: Record<string, string[]>
  /** By button. */
  mouse: Record<string, string>
}

export const defaultBindings: ViewerBindings = { set: viewerKeySets[0].id, keys: {}, mouse: {} }

/** A key press, as a browser describes it. */
export type KeyPress = {
  key: string
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
  /** AltGr types characters that no binding hears. */
  isAltGraph: boolean
}

const named: Readonly<Record<string, string>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'pageup',
  PageDown: 'pagedown',
  Home: 'home',
  End: 'end',
  Insert: 'ins',
  Delete: 'del',
  Backspace: 'backspace',
  Enter: 'enter',
  Escape: 'esc',
  Tab: 'tab',
  ' ': 'space',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, `f${index + 1}`])),
}
const namedKeys = new Set(Object.values(named))

const isLetter = (key: string) => key.toLowerCase() !== key.toUpperCase()

/** Returns a key's name in OHIF's spelling, such as `pagedown`, `ctrl+z` or `+`. Null for a key that is none alone, such as Shift or an accent. */
export function keyNameOf({ key, ctrlKey, altKey, shiftKey, metaKey, isAltGraph }: KeyPress): string | null {
  const base = named[key] ?? ([...key].length === 1 ? key.toLowerCase() : null)
  if (base === null || isAltGraph) return null
  const hasShift = shiftKey && (namedKeys.has(base) || isLetter(base))
  const modifiers = [(ctrlKey || metaKey) && 'ctrl', altKey && 'alt', hasShift && 'shift'].filter((name) => name !== false)
  return [...modifiers, modifiers.length > 0 && base === '+' ? 'plus' : base].join('+')
}

const written: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'Page ↑',
  pagedown: 'Page ↓',
  home: 'Home',
  end: 'End',
  ins: 'Insert',
  del: 'Delete',
  backspace: 'Backspace',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  space: 'Space',
  plus: '+',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
}

const partsOf = (name: string) => (name === '+' ? ['+'] : name.split('+'))

/** Returns a key's name as it is printed on keyboards. */
export const writtenKeyName = (name: string): string =>
  partsOf(name)
    .map((part) => written[part] ?? part.toUpperCase())
    .join(' ')

/** The keys that the reading page needs on the images too, each with its use there. */
const ofThePage: Readonly<Record<string, string>> = {
  f8: 'shows measurements in the images',
  f9: 'moves the keyboard between images and report',
  tab: 'moves between the parts of the page',
  'shift+tab': 'moves between the parts of the page',
  'ctrl+enter': 'signs the report',
  'ctrl+s': 'saves the report',
  '?': 'shows the list of keys',
}
const withControl = ['z', 'y', 'up', 'down', 'left', 'right', 'home', 'end']
const ofBrowsers = ['f5', 'f11', 'f12']

/** Returns the reason why no command can have this key, in words. Null if one can. */
export function refusalOf(name: string): string | null {
  const parts = partsOf(name)
  const key = parts.at(-1) ?? ''
  const modifiers = parts.slice(0, -1)
  const use = ofThePage[name]
  if (use) return `${writtenKeyName(name)} ${use}.`
  if (modifiers.includes('alt')) return 'Keys with Alt belong to the reading page.'
  if (modifiers.includes('shift') && !namedKeys.has(key)) return 'A capital letter leads back to the report and is typed there.'
  if (ofBrowsers.includes(key) || (modifiers.includes('ctrl') && !withControl.includes(key)))
    return `The browser needs ${writtenKeyName(name)} itself.`
  return null
}

/** Returns true for a key that this version can bind. */
const isKey = (name: string) => {
  const parts = partsOf(name)
  const key = parts.at(-1) ?? ''
  return parts.slice(0, -1).every((part) => part === 'ctrl' || part === 'shift') && (namedKeys.has(key) || [...key].length === 1)
}

/** Returns the shipped set of a user. The first one if this version does not know it. */
export const setOf = ({ set }: Pick<ViewerBindings, 'set'>): ViewerKeySet =>
  viewerKeySets.find(({ id }) => id === set) ?? viewerKeySets[0]

/**
 * Returns the keys of each command, by its id. What the user has bound comes first; a key of the set that it took is free in the set. Keys that this
 * version gives to nobody are left out.
 */
export function keysOf(bindings: ViewerBindings): ReadonlyMap<string, readonly string[]> {
  const taken = new Set<string>()
  const take = (keys: readonly string[]) =>
    keys.filter((key) => isKey(key) && refusalOf(key) === null && !taken.has(key) && taken.add(key) !== undefined)
  const keys = new Map<string, readonly string[]>()
  for (const { id } of viewerCommands) {
    const own = bindings.keys[id]
    if (own) keys.set(id, take(own))
  }
  for (const [id, shipped] of Object.entries(setOf(bindings).keys)) if (!keys.has(id)) keys.set(id, take(shipped))
  return keys
}

/** Returns the other command that has a key, or undefined. */
export function holderOf(bindings: ViewerBindings, key: string, commandId: string): ViewerCommand | undefined {
  for (const [id, keys] of keysOf(bindings)) if (id !== commandId && keys.includes(key)) return viewerCommand(id)
  return undefined
}

const isTool = (button: MouseButton, tool: string): tool is MouseTool =>
  mouseButtons[button].tools.some((known: string) => known === tool)

/** Returns the tool of a mouse button. That of the set if the user has bound none that this version knows. */
export function toolOf(bindings: ViewerBindings, button: MouseButton): MouseTool {
  const own = bindings.mouse[button]
  return own !== undefined && isTool(button, own) ? own : setOf(bindings).mouse[button]
}

/** Returns the bindings with other keys for a command. */
export const bindKeys = (bindings: ViewerBindings, commandId: string, keys: readonly string[]): ViewerBindings => ({
  ...bindings,
  keys: { ...bindings.keys, [commandId]: [...keys] },
})

/** Returns the bindings with another tool for a mouse button. */
export const bindMouse = (bindings: ViewerBindings, button: MouseButton, tool: MouseTool): ViewerBindings => ({
  ...bindings,
  mouse: { ...bindings.mouse, [button]: tool },
})

const unknownOf = <Value>(all: Readonly<Record<string, Value>>, isKnown: (id: string) => boolean): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => !isKnown(id)))

/** Returns the bindings of a shipped set. What a newer version has bound stays. */
export const resetTo = ({ keys, mouse }: ViewerBindings, set: string): ViewerBindings => ({
  set,
  keys: unknownOf(keys, (id) => viewerCommand(id) !== undefined),
  mouse: unknownOf(mouse, (id) => id in mouseButtons),
})
