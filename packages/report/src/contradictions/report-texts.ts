import type { Node } from 'prosemirror-model'
import { fieldText } from '../plain-text.ts'
import type { SectionId } from '../sections.ts'

/** A line of a text: if it begins there, and the positions in the report between which its words stand. */
type Line = { start: number; at: number; from: number; to: number }

/** The text of a section, a line for each paragraph, item and field, and the way back from a place in it to a position in the report. */
export type PlacedText = { text: string; positionOf: (place: number) => number }

/** The value of a field is behind its label, which is no text of the report. */
const labelLength = (field: Node) => Math.max(0, fieldText(field).indexOf(field.textContent.trim()))

/** Reads the section of an id; without a text if the report has none. */
export function placedText(report: Node, id: SectionId): PlacedText {
  const lines: Line[] = []
  let text = ''
  report.forEach((section, position) => {
    if (section.attrs.id !== id) return
    section.descendants((block, offset) => {
      if (!block.isTextblock) return true
      const isField = block.type.name === 'field'
      const from = position + 1 + offset + 1
      const at = from - (isField ? labelLength(block) : 0)
      const words = isField ? fieldText(block) : block.textContent
      lines.push({ start: text.length, at, from, to: from + block.content.size })
      text += `${words}\n`
      return false
    })
  })
  return {
    text,
    positionOf(place) {
      const line = lines.findLast(({ start }) => start <= place)
      return line ? Math.min(line.to, Math.max(line.from, line.at + place - line.start)) : 0
    },
  }
}
