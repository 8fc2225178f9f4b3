import { fieldText } from '@readroom/report/plain-text'
import { reportSchema } from '@readroom/report/schema'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { flattenPasted, flattenPastedText } from './pasted-html.ts'
import { fieldOf } from './pick-list.ts'

/** Returns the blocks without the surrounding sections and fields, which belong to the report. Leaves out empty fields. */
function asText(fragment: Fragment): Node[] {
  const blocks: Node[] = []
  fragment.forEach((node) => {
    if (node.type.name === 'section') blocks.push(...asText(node.content))
    else if (node.type.name === 'field') {
      const text = fieldText(node)
      if (text !== '') blocks.push(reportSchema.node('paragraph', null, reportSchema.text(text)))
    } else blocks.push(node)
  })
  return blocks
}

const hasStructure = ({ content }: Slice) =>
  content.content.some(({ type }) => type.name === 'section' || type.name === 'field' || type.name === 'doc')

const hasField = ({ content }: Slice): boolean => {
  let isFound = false
  content.descendants(({ type }) => {
    isFound ||= type.name === 'field'
    return !isFound
  })
  return isFound
}

/** Pastes text with bold and lists. Into a field it pastes plain text. Copies fields as lines with label and unit. */
export const pasteAsText = new Plugin({
  props: {
    transformCopied: (slice, { state }) =>
      fieldOf(state) || !hasField(slice) ? slice : new Slice(Fragment.from(asText(slice.content)), 0, 0),
    transformPastedHTML: (html) => flattenPasted(html),
    transformPastedText: (text) => flattenPastedText(text),
    transformPasted: (slice) => (hasStructure(slice) ? new Slice(Fragment.from(asText(slice.content)), 0, 0) : slice),
    handlePaste(view, _event, slice) {
      const field = fieldOf(view.state)
      if (!field) return false
      const { from, to } = view.state.selection
      const text = slice.content.textBetween(0, slice.content.size, ' ').trim()
      view.dispatch(view.state.tr.insertText(text, from, to).scrollIntoView())
      return true
    },
  },
})
