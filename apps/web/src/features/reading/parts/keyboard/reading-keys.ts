type Chord = { code: string; alt?: true; control?: true }
/**
 * `of`: the half of the page that the key is about. A key of the images does nothing while the report has the keyboard; one of the report nothing before
 * this window can write.
 */
type Entry = { name: string; does: string; of?: 'images' | 'report' } & ({ chord: Chord } | { written: string })

const alt = (code: string) => ({ code, alt: true }) as const

/** The keys of the reading page, by their position on the keyboard, because Alt types other characters on some keyboards. */
export const readingKeys = [
  { name: 'signNext', chord: { code: 'Enter', control: true }, does: 'Sign, and open the next study in the list' },
  { name: 'signClose', chord: alt('Enter'), does: 'Sign and close' },
  { name: 'signPreliminary', chord: alt('KeyW'), does: 'Sign as preliminary and close' },
  { name: 'saveClose', chord: alt('KeyS'), does: 'Save draft and close' },
  { name: 'save', chord: { code: 'KeyS', control: true }, does: 'Save now' },
  {
    name: 'section1',
    chord: alt('Digit1'),
    of: 'report',
    does: 'First section; Alt 2 to Alt 5 for the other sections; also from the images',
  },
  { name: 'section2', chord: alt('Digit2'), of: 'report', does: '' },
  { name: 'section3', chord: alt('Digit3'), of: 'report', does: '' },
  { name: 'section4', chord: alt('Digit4'), of: 'report', does: '' },
  { name: 'section5', chord: alt('Digit5'), of: 'report', does: '' },
  { name: 'step', written: 'Tab', does: 'Next field or section; Shift Tab back; Esc, then Tab leaves the report' },
  {
    name: 'option',
    written: '↑ ↓  1 – 9',
    does: 'In a field with options: pick one with the arrows, its first letters, or its number if shown',
  },
  { name: 'template', chord: alt('KeyM'), of: 'report', does: 'Another template; also from the images' },
  { name: 'allNormal', chord: alt('KeyN'), of: 'report', does: 'Set all findings without a value to normal' },
  { name: 'blocks', written: 'Ctrl Space', does: 'Text blocks; or type .shortcut and a space' },
  { name: 'images', chord: { code: 'F9' }, does: 'Move the keyboard to the images, or back; a press moves it, too' },
  { name: 'capital', written: 'Shift A – Z', does: 'On the images: back to the report, and type the letter there' },
  { name: 'apart', chord: alt('KeyV'), of: 'images', does: 'On the images: to a second window, or back' },
  { name: 'nextSeries', chord: alt('KeyZ'), of: 'images', does: 'On the images: show the next unopened series' },
  { name: 'insertHistory', chord: alt('KeyI'), of: 'report', does: 'Insert the laboratory’s text into the report' },
  {
    name: 'compare',
    chord: alt('KeyB'),
    of: 'images',
    does: 'On the images: show the newest comparable prior beside the study and add its date to Comparison; press again to hide it',
  },
  { name: 'priors', chord: alt('KeyP'), does: 'Priors' },
  { name: 'clinical', chord: alt('KeyL'), does: 'Clinical information' },
  { name: 'documents', chord: alt('KeyO'), does: 'Documents' },
  { name: 'discussion', chord: alt('KeyT'), does: 'Discussion' },
  { name: 'critical', chord: alt('KeyC'), does: 'Critical results: mark one, or record a notification' },
  {
    name: 'askLaboratory',
    chord: alt('KeyE'),
    of: 'images',
    does: 'On the images: ask the laboratory; the deadline waits for its answer',
  },
  { name: 'putAside', chord: alt('KeyH'), does: 'Put the study aside and open the next; it stays assigned to you' },
  { name: 'skip', chord: alt('KeyJ'), does: 'Skip the study, with a reason' },
  { name: 'emergency', chord: alt('KeyQ'), does: 'Save, and read the newly assigned emergency' },
  { name: 'asides', chord: alt('KeyA'), does: 'Studies that you put aside' },
  { name: 'measurements', chord: alt('KeyU'), does: 'Insert measurements from the images into the report' },
  {
    name: 'measuredImage',
    chord: { code: 'F8' },
    does: 'In a sentence with measurements: show them in the images one by one; also Ctrl and click',
  },
  { name: 'keyImage', chord: alt('KeyY'), does: 'Add the image as shown to the key images, and name it at the cursor' },
  { name: 'moveKeyImage', written: 'Alt ↑ ↓', does: 'In a key image caption: move the key image' },
  { name: 'recall', written: 'Alt R', does: 'Recall your last signed report' },
  { name: 'signedPdf', written: 'Alt G', does: 'PDF of your last signed report' },
  { name: 'readNext', written: 'Alt X', does: 'After “Sign and close”: read the next study in the list' },
  { name: 'undo', written: 'Ctrl Z', does: 'Undo; Ctrl Y again' },
  { name: 'bold', written: 'Ctrl B', does: 'Bold; a line that begins with - is a list' },
  { name: 'showKeys', chord: alt('KeyK'), does: 'This list, and the keys of the images; outside the text also with ?' },
] as const satisfies readonly Entry[]

export type ReadingKey = Extract<(typeof readingKeys)[number], { chord: Chord }>['name']

const nameOfChord = new Map<string, ReadingKey>()
const chordName = ({ code, alt, control }: Chord) => `${control ? 'Control+' : ''}${alt ? 'Alt+' : ''}${code}`
for (const entry of readingKeys) if ('chord' in entry) nameOfChord.set(chordName(entry.chord), entry.name)

/** Returns the command of a key, or undefined. AltGr types characters, so it is ignored. */
export function readingKeyOf(event: KeyboardEvent): ReadingKey | undefined {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event
  if (shiftKey || event.getModifierState('AltGraph') || (altKey && (ctrlKey || metaKey))) return undefined
  const plainCode = code === 'NumpadEnter' ? 'Enter' : code
  return nameOfChord.get(
    chordName({ code: plainCode, ...(altKey && { alt: true }), ...((ctrlKey || metaKey) && { control: true }) }),
  )
}

/** Returns the half of the page that a key is about, or null for a key of the whole page. */
export const halfOf = (name: ReadingKey): 'images' | 'report' | null => {
  const entry = readingKeys.find((one) => one.name === name)
  return entry && 'of' in entry ? entry.of : null
}

/** Returns a key as people write it: `Alt W`. */
export function writtenOf(entry: Entry): string {
  if ('written' in entry) return entry.written
  const { code, alt: isAlt, control } = entry.chord
  return `${control ? 'Ctrl ' : ''}${isAlt ? 'Alt ' : ''}${code.replace(/^(?:Key|Digit)/, '')}`
}

/** Returns the key's label on its button. */
export function writtenKey(name: ReadingKey): string {
  const entry = readingKeys.find((one) => one.name === name)
  return entry ? writtenOf(entry) : ''
}
