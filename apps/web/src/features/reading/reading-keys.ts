type Chord = { code: string; alt?: true; control?: true }
type Entry = { name: string; does: string; written: string; chord?: Chord }

const section = (number: number) => ({ code: `Digit${number}`, alt: true }) as const

/** Every key of the reading page, by its place on the keyboard: Alt writes other letters on some. */
export const readingKeys = [
  {
    name: 'signNext',
    written: 'Ctrl Enter',
    chord: { code: 'Enter', control: true },
    does: 'Sign, and open the next study of the list',
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
  { name: 'section1', written: 'Alt 1', chord: section(1), does: 'First section; Alt 2 to Alt 5 for the others' },
  { name: 'section2', written: '', chord: section(2), does: '' },
  { name: 'section3', written: '', chord: section(3), does: '' },
  { name: 'section4', written: '', chord: section(4), does: '' },
  { name: 'section5', written: '', chord: section(5), does: '' },
  { name: 'step', written: 'Tab', does: 'Next field or section; Shift Tab back; Esc, then Tab leaves the report' },
  {
    name: 'option',
    written: '↑ ↓  1 – 9',
    does: 'In a field with options: pick one with the arrows, its first letters, or its number where one is shown',
  },
  { name: 'template', written: 'Alt M', does: 'Another template' },
  { name: 'allNormal', written: 'Alt N', chord: { code: 'KeyN', alt: true }, does: 'Findings without a value: all normal' },
  { name: 'blocks', written: 'Ctrl Space', does: 'Text blocks; a full stop, a short word and a space put one in' },
  { name: 'images', written: 'F9', chord: { code: 'F9' }, does: 'Between images and report' },
  { name: 'apart', written: 'Alt V', chord: { code: 'KeyV', alt: true }, does: 'Images in a second window, or back' },
  {
    name: 'insertHistory',
    written: 'Alt I',
    chord: { code: 'KeyI', alt: true },
    does: 'Put the laboratory’s text into the report',
  },
  { name: 'priors', written: 'Alt P', chord: { code: 'KeyP', alt: true }, does: 'Priors' },
  { name: 'clinical', written: 'Alt L', chord: { code: 'KeyL', alt: true }, does: 'Clinical information' },
  { name: 'documents', written: 'Alt O', chord: { code: 'KeyO', alt: true }, does: 'Documents' },
  { name: 'discussion', written: 'Alt T', chord: { code: 'KeyT', alt: true }, does: 'Discussion' },
  {
    name: 'critical',
    written: 'Alt C',
    chord: { code: 'KeyC', alt: true },
    does: 'Critical results: mark one, and who was told',
  },
  {
    name: 'putAside',
    written: 'Alt H',
    chord: { code: 'KeyH', alt: true },
    does: 'Put the study aside, and open the next: it stays with you',
  },
  { name: 'skip', written: 'Alt J', chord: { code: 'KeyJ', alt: true }, does: 'Skip the study, and say why' },
  {
    name: 'emergency',
    written: 'Alt Q',
    chord: { code: 'KeyQ', alt: true },
    does: 'Save, and read the emergency that was assigned to you meanwhile',
  },
  { name: 'asides', written: 'Alt A', chord: { code: 'KeyA', alt: true }, does: 'What you have put aside' },
  {
    name: 'measurements',
    written: 'Alt U',
    chord: { code: 'KeyU', alt: true },
    does: 'Put what was measured in the images into the report',
  },
  {
    name: 'keyImage',
    written: 'Alt Y',
    chord: { code: 'KeyY', alt: true },
    does: 'Key image: the image as it is shown goes into the report, and is named where the cursor is',
  },
  { name: 'moveKeyImage', written: 'Alt ↑ ↓', does: 'In the caption of a key image: move it' },
  { name: 'recall', written: 'Alt R', does: 'Recall the report that you signed last' },
  { name: 'signedPdf', written: 'Alt G', does: 'PDF of the report that you signed last' },
  { name: 'readNext', written: 'Alt X', does: 'After “Sign and close”: read the next study of the list' },
  { name: 'undo', written: 'Ctrl Z', does: 'Undo; Ctrl Y again' },
  { name: 'bold', written: 'Ctrl B', does: 'Bold; a line that begins with - is a list' },
  { name: 'showKeys', written: 'Alt K', chord: { code: 'KeyK', alt: true }, does: 'This list; outside the text also ?' },
] as const satisfies readonly Entry[]

export type ReadingKey = Extract<(typeof readingKeys)[number], { chord: Chord }>['name']

const nameOfChord = new Map<string, ReadingKey>()
const chordName = ({ code, alt, control }: Chord) => `${control ? 'Control+' : ''}${alt ? 'Alt+' : ''}${code}`
for (const entry of readingKeys) if ('chord' in entry) nameOfChord.set(chordName(entry.chord), entry.name)

/** What a key of the reading page does. AltGr writes letters: it is none of them. */
export function readingKeyOf(event: KeyboardEvent): ReadingKey | undefined {
  const { code, altKey, ctrlKey, metaKey, shiftKey } = event
  if (shiftKey || event.getModifierState('AltGraph') || (altKey && (ctrlKey || metaKey))) return undefined
  const plainCode = code === 'NumpadEnter' ? 'Enter' : code
  return nameOfChord.get(
    chordName({ code: plainCode, ...(altKey && { alt: true }), ...((ctrlKey || metaKey) && { control: true }) }),
  )
}

/** How a key is written on its button. */
export const writtenKey = (name: ReadingKey): string => readingKeys.find((entry) => entry.name === name)?.written ?? ''
