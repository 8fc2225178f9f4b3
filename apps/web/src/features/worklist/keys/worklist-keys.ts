type Key = {
  name: string
  /** The keys: modifiers first, letters in lower case. */
  keys: readonly string[]
  /** The label of an entry that stands for several keys. */
  written?: string
  does: string
  /** The action that the key needs. Without it the key does nothing. */
  needs?: 'assign'
}

/** All keys of the worklist. Used by the keyboard handler, the list of keys and the row menu. */
export const worklistKeys = [
  { name: 'next', keys: ['j', 'ArrowDown'], does: 'Next study, or from the search box to the list' },
  { name: 'previous', keys: ['k', 'ArrowUp'], does: 'Previous study' },
  { name: 'ends', keys: ['Home', 'End'], does: 'First or last loaded study' },
  { name: 'open', keys: ['Enter'], does: 'Open the study: images, and for doctors the report' },
  { name: 'openViewer', keys: ['o'], does: 'Open the images in a separate window' },
  { name: 'menu', keys: ['m', 'Shift+F10', 'ContextMenu'], does: 'More actions: viewers, downloads' },
  { name: 'assign', keys: ['a'], does: 'Assign the study, or the selected ones', needs: 'assign' },
  { name: 'openPatient', keys: ['p'], does: 'Patient details of the study' },
  { name: 'openSummary', keys: ['i'], does: 'Patient information of the study' },
  { name: 'openReports', keys: ['r'], does: 'Reports of the study' },
  { name: 'downloadReport', keys: ['Shift+r'], does: 'Download the finished report of the study' },
  { name: 'openDiscussion', keys: ['d'], does: 'Discussion of the study' },
  { name: 'openShare', keys: ['s'], does: 'Share the study' },
  { name: 'downloadZip', keys: ['z'], does: 'Download the ZIP of the study' },
  { name: 'select', keys: [' '], does: 'Select the study' },
  { name: 'extend', keys: ['Shift+j', 'Shift+ArrowDown', 'Shift+k', 'Shift+ArrowUp'], does: 'Extend or shrink the selection' },
  { name: 'selectAll', keys: ['Control+a', 'Meta+a'], does: 'Select all loaded studies' },
  { name: 'clear', keys: ['Escape'], does: 'Close the open dialog, or clear the selection' },
  {
    name: 'openList',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    written: '1 – 9',
    does: 'Open the saved list with this number',
  },
  { name: 'search', keys: ['/'], does: 'Search' },
  { name: 'showKeys', keys: ['?'], does: 'This list' },
] as const satisfies readonly Key[]

export type WorklistKey = (typeof worklistKeys)[number]['name']

const entryOf = new Map<WorklistKey, Key>(worklistKeys.map((entry) => [entry.name, entry]))

const isMac = () => navigator.platform.startsWith('Mac')

/** Returns the labels of an entry's keys, without those that this computer doesn't have. */
export function writtenKeys(name: WorklistKey): string[] {
  const foreign = isMac() ? 'Control+' : 'Meta+'
  const { written: together, keys = [] } = entryOf.get(name) ?? {}
  if (together) return [together]
  return keys.filter((key) => key !== 'ContextMenu' && !key.startsWith(foreign)).map(written)
}

const names: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Control: 'Ctrl',
  Meta: '⌘',
}
const written = (key: string) =>
  key
    .split('+')
    .map((part) => names[part] ?? part)
    .join(' ')

/** Returns a key with its modifiers, as in the table. Shift counts only with letters and named keys, because elsewhere it is needed to type the character. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key)
  return [
    ctrlKey && 'Control',
    metaKey && 'Meta',
    shiftKey && (isLetter || key.length > 1) && 'Shift',
    isLetter ? key.toLowerCase() : key,
  ]
    .filter(Boolean)
    .join('+')
}
