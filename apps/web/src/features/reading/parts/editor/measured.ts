import { reportSchema } from '@readroom/report/schema'
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

const { measured } = reportSchema.marks
const idsOf = (node: Node): readonly string[] => measured.isInSet(node.marks)?.attrs.ids ?? []

/** Returns the ids of the annotations described by the words at a position. Empty elsewhere. */
export function measuredAt(report: Node, place: number): readonly string[] {
  const { nodeBefore, nodeAfter } = report.resolve(place)
  return [nodeAfter, nodeBefore].map((node) => (node ? idsOf(node) : [])).find((ids) => ids.length > 0) ?? []
}

/** Returns the range of the words about an annotation. Null if the report has none. */
export function wordsAbout(report: Node, id: string): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null
  report.descendants((node, place) => {
    if (idsOf(node).includes(id)) found = { from: found?.from ?? place, to: place + node.nodeSize }
  })
  return found
}

const pointed = new PluginKey<string | null>('annotation that is selected in the images')

/** Highlights the words about an annotation, or none for null. */
export const pointAt = (tr: Transaction, id: string | null): Transaction => tr.setMeta(pointed, { id })

/** Highlights the words about the annotation that is selected in the images. */
export const measuredWords = new Plugin<string | null>({
  key: pointed,
  state: {
    init: () => null,
    apply: (tr, id) => (tr.getMeta(pointed) ? tr.getMeta(pointed).id : id),
  },
  props: {
    decorations(state) {
      const id = pointed.getState(state)
      const words = id ? wordsAbout(state.doc, id) : null
      return words && DecorationSet.create(state.doc, [Decoration.inline(words.from, words.to, { class: 'is-pointed-at' })])
    },
  },
})
