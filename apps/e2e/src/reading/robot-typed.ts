import { isDeepStrictEqual } from 'node:util'
import { robotFields } from './robot-fields.ts'

/** The most a reload may lose: text typed within this many milliseconds before it. */
const lossMs = 2_000

/** The section that has the fields, above its text. */
export const fieldSection = 2

type Written = {
  /** The text of each section, below its fields. */
  texts: readonly string[]
  /** The values of the fields, if the report has any. */
  fields: readonly string[]
}

/** Returns each section as it is saved: a line for each field and paragraph. */
const linesOf = ({ texts, fields }: Written) =>
  texts.map((text, section) => (section === fieldSection ? [...fields, text].join('\n') : text))

/** Keeps what was typed, by section, and what it was at each key since it was last seen to be saved. */
export function createTyped(first: Written) {
  let written = first
  let keys: { at: number; written: Written }[] = []
  const set = (next: Written) => {
    written = next
    keys.push({ at: Date.now(), written })
  }
  const setText = (section: number, text: string) => set({ ...written, texts: written.texts.with(section, text) })
  return {
    now: () => linesOf(written),
    add: (section: number, sign: string) => setText(section, written.texts[section] + sign),
    has: (section: number) => written.texts[section] !== '',
    hasFields: () => written.fields.length > 0,
    valueOf: (field: number) => written.fields[field] ?? '',
    drop: (section: number) => setText(section, [...(written.texts[section] ?? '')].slice(0, -1).join('')),
    fill: (field: number, value: string) => set({ ...written, fields: written.fields.with(field, value) }),
    /**
     * Continues with the saved text if it lacks only what was typed within `loss` milliseconds before `at`, or later. Returns null if it differs
     * otherwise.
     */
    kept(at: number, found: readonly string[], loss = lossMs): string[] | null {
      const old = keys.findLast((key) => key.at <= at - loss)
      const allowed = [...(old ? [old] : []), ...keys.filter((key) => key.at > at - loss)]
      const same = allowed.findLast((key) => isDeepStrictEqual(linesOf(key.written), found))
      written = same?.written ?? written
      return same ? linesOf(written) : null
    },
    saved() {
      keys = [{ at: Date.now(), written }]
    },
  }
}
export type Typed = ReturnType<typeof createTyped>

/** The initial text of the first report. */
export const firstOriginal: Written = { texts: ['', '', '', '', ''], fields: robotFields.map(() => '') }
export const emptyAddendum: Written = { texts: [''], fields: [] }
