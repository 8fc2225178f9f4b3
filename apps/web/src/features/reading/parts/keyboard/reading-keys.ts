type Chord = { code: string; alt?: true; control?: true }
/**
 * `of`: the half of the page that the key is about. A key of the images does nothing while the report has the keyboard; one of the report nothing before
 * this window can write.
 */
type Entry = { name: string; does: string; written: string; chord?: Chord; of?: 'images' | 'report' }

const section = (number: number) => ({ code: `Digit${number}`, alt: true }) as const

/** The keys of the reading page, by their position on the keyboard, because Alt types other characters on some keyboards. */
export const readingKeys = [
  {
    name: 'signNext',
    written: 'Ctrl Enter',
    chord: { code: 'Enter', control: true },
    does: 'Sign, and open the next study in the list',
  },
  { name: 'signClose', written: 'Alt Enter', chord: { code: 'Enter', alt: true }, does: 'Sign and close' },
  {
    name: 'signPreliminary',
    written: 'Alt W',
    chord: { code: 'KeyW', alt: true },
    does: 'Sign as preliminary and close',
  },
  { name: 'saveClose', written: 'Alt S', chord: { code: 'KeyS', alt: true }, does: 'Save draft and close' },
  { name: 'save', written: 'Ctrl S', chord: { code: 'KeyS', control: true }, does: 'Save now' },
  {
    name: 'section1',
    written: 'Alt 1',
    chord: section(1),
    of: 'report',
    does: 'First section; Alt 2 to Alt 5 for the other sections; also from the images',
  },
  { name: 'section2', written: '', chord: section(2), of: 'report', does: '' },
  { name: 'section3', written: '', chord: section(3), of: 'report', does: '' },
  { name: 'section4', written: '', chord: section(4), of: 'report', does: '' },
  { name: 'section5', written: '', chord: section(5), of: 'report', does: '' },
  { name: 'step', written: 'Tab', does: 'Next field or section; Shift Tab back; Esc, then Tab leaves the report' },
  {
    name: 'option',
    written: '↑ ↓  1 – 9',
    does: 'In a field with options: pick one with the arrows, its first letters, or its number if shown',
  },
  {
    name: 'template',
    written: 'Alt M',
    chord: { code: 'KeyM', alt: true },
    of: 'report',
    does: 'Another template; also from the images',
  },
  {
    name: 'allNormal',
    written: 'Alt N',
    chord: { code: 'KeyN', alt: true },
    of: 'report',
    does: 'Set all findings without a value to normal',
  },
  { name: 'blocks', written: 'Ctrl Space', does: 'Text blocks; or type .shortcut and a space' },
  {
    name: 'images',
    written: 'F9',
    chord: { code: 'F9' },
    does: 'Move the keyboard to the images, or back; a press moves it, too',
  },
  { name: 'capital', written: 'Shift A – Z', does: 'On the images: back to the report, and type the letter there' },
  {
    name: 'apart',
    written: 'Alt V',
    chord: { code: 'KeyV', alt: true },
    of: 'images',
    does: 'On the images: to a second window, or back',
  },
  {
    name: 'nextSeries',
    written: 'Alt Z',
    chord: { code: 'KeyZ', alt: true },
    of: 'images',
    does: 'On the images: show the next unopened series',
  },
  {
    name: 'insertHistory',
    written: 'Alt I',
    chord: { code: 'KeyI', alt: true },
    of: 'report',
    does: 'Insert the laboratory’s text into the report',
  },
  {
    name: 'compare',
    written: 'Alt B',
    chord: { code: 'KeyB', alt: true },
    of: 'images',
    does: 'On the images: show the newest comparable prior beside the study and add its date to Comparison; press again to hide it',
  },
  { name: 'priors', written: 'Alt P', chord: { code: 'KeyP', alt: true }, does: 'Priors' },
  { name: 'clinical', written: 'Alt L', chord: { code: 'KeyL', alt: true }, does: 'Clinical information' },
  { name: 'documents', written: 'Alt O', chord: { code: 'KeyO', alt: true }, does: 'Documents' },
  { name: 'discussion', written: 'Alt T', chord: { code: 'KeyT', alt: true }, does: 'Discussion' },
  {
    name: 'critical',
    written: 'Alt C',
    chord: { code: 'KeyC', alt: true },
    does: 'Critical results: mark one, or record a notification',
  },
  {
    name: 'askLaboratory',
    written: 'Alt E',
    chord: { code: 'KeyE', alt: true },
    of: 'images',
    does: 'On the images: ask the laboratory; the deadline waits for its answer',
  },
  {
    name: 'putAside',
    written: 'Alt H',
    chord: { code: 'KeyH', alt: true },
    does: 'Put the study aside and open the next; it stays assigned to you',
  },
  { name: 'skip', written: 'Alt J', chord: { code: 'KeyJ', alt: true }, does: 'Skip the study, with a reason' },
  {
    name: 'emergency',
    written: 'Alt Q',
    chord: { code: 'KeyQ', alt: true },
    does: 'Save, and read the newly assigned emergency',
  },
  { name: 'asides', written: 'Alt A', chord: { code: 'KeyA', alt: true }, does: 'Studies that you put aside' },
  {
    name: 'measurements',
    written: 'Alt U',
    chord: { code: 'KeyU', alt: true },
    does: 'Insert measurements from the images into the report',
  },
  {
    name: 'measuredImage',
    written: 'F8',
    chord: { code: 'F8' },
    does: 'In a sentence with measurements: show them in the images one by one; also Ctrl and click',
  },
  {
    name: 'keyImage',
    written: 'Alt Y',
    chord: { code: 'KeyY', alt: true },
    does: 'Add the image as shown to the key images, and name it at the cursor',
  },
  { name: 'moveKeyImage', written: 'Alt ↑ ↓', does: 'In a key image caption: move the key image' },
  { name: 'recall', written: 'Alt R', does: 'Recall your last signed report' },
  { name: 'signedPdf', written: 'Alt G', does: 'PDF of your last signed report' },
  { name: 'readNext', written: 'Alt X', does: 'After “Sign and close”: read the next study in the list' },
  { name: 'undo', written: 'Ctrl Z', does: 'Undo; Ctrl Y again' },
  { name: 'bold', written: 'Ctrl B', does: 'Bold; a line that begins with - is a list' },
  {
    name: 'showKeys',
    written: 'Alt K',
    chord: { code: 'KeyK', alt: true },
    does: 'This list, and the keys of the images; outside the text also with ?',
  },
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

/** Returns the key's label on its button. */
export const writtenKey = (name: ReadingKey): string => readingKeys.find((entry) => entry.name === name)?.written ?? ''
